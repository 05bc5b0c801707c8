import { assertNever } from '../../shared/assert-never.ts';
import { describeAge } from '../../shared/durations.ts';
import type { NodeState } from '../../shared/lanes.ts';
import { styled } from './terminal.ts';

const SHORT_ID = 8;

/** As much of an id as a person types. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID);
}

export function ago(at: number, now: number): string {
  const age = describeAge(now - at);
  return age === 'now' ? 'just now' : `${age} ago`;
}

/** The time of day, in the zone of whoever reads it. */
export function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

export function stateWord(state: NodeState): string {
  switch (state) {
    case 'awaiting':
      return styled('yellow', state);
    case 'blocked':
    case 'failed':
      return styled('red', state);
    case 'working':
      return styled('blue', state);
    case 'done':
      return styled('green', state);
    case 'queued':
    case 'disconnected':
    case 'cancelled':
    case 'idle':
      return styled('gray', state);
    default:
      return assertNever(state);
  }
}
