import { flushSync } from 'react-dom';
import { assertNever } from '../../../../shared/assert-never.ts';
import { useFleet } from '../../state/fleet-store.ts';
import type { CommandId } from '../../state/keys/commands.ts';
import {
  chooseStart,
  closeDetails,
  closeReview,
  openStart,
  showOverlay,
  showScreen,
} from '../../state/navigation.ts';
import { hint } from '../../state/notices.ts';
import { undoLastCancel } from '../../state/pending-cancels.ts';
import { closeTranscriptSearch, openTranscriptSearch } from '../../state/transcript-search.ts';
import { FILTER_ID } from '../board/filter-id.ts';
import { actOnTarget, isForTarget, type TargetCommand } from './act-on-target.ts';
import { goToNextWaiting, step } from './stand-on.ts';
import { type Target, targetNow } from './target.ts';

/** Does what a key or an entry of the palette stands for. `target`: what it was chosen for, if that is known already. */
export function performCommand(command: CommandId, target: Target | null = targetNow()) {
  if (isForTarget(command)) return act(command, target);
  switch (command) {
    case 'next':
      return goToNextWaiting();
    case 'undo':
      if (!undoLastCancel()) hint('Undo', 'There is no cancel that could be taken back.');
      return;
    case 'down':
      return step(1);
    case 'up':
      return step(-1);
    case 'close':
      if (closeTranscriptSearch()) return;
      return useFleet.getState().reviewedRunId === null ? closeDetails() : closeReview();
    case 'filter':
      return focusFilter();
    case 'find':
      if (!openTranscriptSearch())
        hint('No transcript is open', 'Open the details of a card first.');
      return;
    case 'new-task':
      return start('task');
    case 'new-run':
      return start('run');
    case 'palette':
      return showOverlay('palette');
    case 'help':
      return showOverlay('keys');
    case 'board':
    case 'sessions':
    case 'daemons':
    case 'settings':
    case 'numbers':
      return showScreen(command);
    default:
      return assertNever(command);
  }
}

function act(command: TargetCommand, target: Target | null): void {
  if (target !== null) void actOnTarget(command, target);
  else if (command !== 'open') hint('No card is chosen', 'Go to one first.');
}

function start(kind: 'task' | 'run'): void {
  chooseStart(kind);
  openStart();
}

function focusFilter(): void {
  // The filter is there only once the board is.
  flushSync(() => showScreen('board'));
  document.getElementById(FILTER_ID)?.focus();
}
