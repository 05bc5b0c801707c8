import { assertNever } from '../../../../shared/assert-never.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { filterBoard, openTask, showScreen } from '../../state/navigation.ts';
import { chooseTheme } from '../../state/theme.ts';
import { performCommand } from '../triage/perform-command.ts';
import { standOn } from '../triage/stand-on.ts';
import type { Target } from '../triage/target.ts';
import type { PaletteChoice } from './palette-entries.ts';

export function chooseEntry(choice: PaletteChoice, target: Target | null) {
  switch (choice.does) {
    case 'command':
      return performCommand(choice.command, target);
    case 'go to card':
      return goToCard(choice.id);
    case 'go to project':
      showScreen('board');
      return filterBoard({ projectId: choice.projectId });
    case 'go to session':
      return goToSession(choice.sessionId);
    case 'theme':
      return chooseTheme(choice.theme);
    default:
      return assertNever(choice);
  }
}

/** A card that the filter hides could not be stood on. */
function goToCard(id: string): void {
  const { lanes } = useFleet.getState();
  const isShown = Object.values(lanes).some((ids) => ids.includes(id));
  if (!isShown) filterBoard({ text: '', projectId: null });
  standOn(id);
}

function goToSession(sessionId: string): void {
  const taskId = useFleet.getState().board.sessions.get(sessionId)?.taskId ?? null;
  showScreen('sessions');
  if (taskId !== null) openTask(taskId);
}
