import type { Card } from '../../../../shared/board.ts';
import { ActionButton } from '../../components/button.tsx';
import { act, actionsOn } from '../../state/person-actions.ts';

/** Out of sight until the pointer or the keyboard is on the card. */
export function CardActions({ card }: { card: Card }) {
  const actions = actionsOn(card);
  if (actions.length === 0) return null;
  return (
    <div className="card-actions">
      {actions.map((action) => (
        <ActionButton
          key={action}
          size="small"
          // Between the title and the third line, touching neither; a finger has a line of its own.
          className="h-5.5! pointer-coarse:h-6!"
          act={() => act(action, card)}
        >
          {action}
        </ActionButton>
      ))}
    </div>
  );
}
