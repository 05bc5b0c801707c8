import type { Card } from '../../../../shared/board.ts';
import { TaskActionButtons } from '../../components/action-buttons.tsx';
import { actionsOn } from '../../state/person-actions.ts';

/** Out of sight until the pointer or the keyboard is on the card. */
export function CardActions({ card }: { card: Card }) {
  if (actionsOn(card).length === 0) return null;
  return (
    <div className="card-actions">
      {/* Between the title and the third line, touching neither; a finger has a line of its own. */}
      <TaskActionButtons card={card} className="h-5.5! pointer-coarse:h-6!" />
    </div>
  );
}
