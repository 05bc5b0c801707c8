import { assertNever } from '../../shared/assert-never.ts';
import type { TaskStatus } from '../../shared/tasks.ts';

/** What scripts can tell apart; documented in docs/cli.md and never renumbered. */
export const EXIT = { done: 0, failed: 1, badUsage: 2, refused: 3, noDaemon: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a task that was waited for ends the command with; null while it has not settled. */
export function exitCodeOf(status: TaskStatus): ExitCode | null {
  switch (status) {
    case 'queued':
    case 'claimed':
    case 'running':
    case 'held':
      return null;
    case 'done':
      return EXIT.done;
    case 'failed':
    case 'blocked':
    case 'cancelled':
      return EXIT.failed;
    default:
      return assertNever(status);
  }
}
