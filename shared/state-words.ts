import { assertNever } from './assert-never.ts';
import type { NodeState } from './lanes.ts';

/** One word or two for a state, for the window and the command line alike. */
export function nodeStateWord(state: NodeState): string {
  switch (state) {
    case 'awaiting':
      return 'Awaiting answer';
    case 'blocked':
      return 'Blocked';
    case 'failed':
      return 'Failed';
    case 'working':
      return 'Working';
    case 'queued':
      return 'Queued';
    case 'disconnected':
      return 'Disconnected';
    case 'done':
      return 'Done';
    case 'cancelled':
      return 'Cancelled';
    case 'idle':
      return 'Idle';
    default:
      return assertNever(state);
  }
}
