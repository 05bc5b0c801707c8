import type { TaskDetails } from '../../shared/contract.ts';
import { visibleText } from '../../shared/visible-text.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import { taskInFull } from './task-json.ts';

/** Says how a task that was waited for ended: its result on standard output, what went wrong on standard error. */
export function reportSettled({ json, terminal }: CommandContext, details: TaskDetails): ExitCode {
  const { card, digest } = details;
  if (json) {
    terminal.json(taskInFull(details, null));
  } else {
    if (digest !== null && digest !== '') terminal.say(visibleText(digest.trimEnd()));
    if (card.error !== null) {
      terminal.note(`${card.status}: ${visibleText(card.error.message)} ${card.error.nextStep}`);
    } else if (card.status !== 'done') {
      terminal.note(`It is ${card.status}.`);
    }
  }
  return exitCodeOf(card.status) ?? EXIT.failed;
}
