import { assertNever } from './assert-never.ts';
import type { PullFactsShown, RunPull } from './pulls.ts';
import type { SessionState, TaskStatus } from './tasks.ts';

/** The states of a node on the board, in their order of attention (DESIGN section 7). */
export const NODE_STATES = [
  'awaiting',
  'blocked',
  'failed',
  'working',
  'queued',
  'disconnected',
  'done',
  'cancelled',
  'idle',
] as const;
export type NodeState = (typeof NODE_STATES)[number];

export const LANES = ['Needs you', 'Working', 'Ready to review', 'Done'] as const;
export type Lane = (typeof LANES)[number];

/**
 * The state a person sees, from the task's status and its session.
 * An open question outranks whatever the task says: a send or a spawn that asks stays `running` in the queue.
 */
export function nodeStateOf(
  status: TaskStatus,
  sessionState: SessionState | null,
  hasOpenQuestion: boolean,
): NodeState {
  switch (status) {
    case 'held':
      return 'awaiting';
    case 'claimed':
    case 'running':
      if (hasOpenQuestion || sessionState === 'awaiting') return 'awaiting';
      return sessionState === 'disconnected' ? 'disconnected' : 'working';
    case 'queued':
    case 'blocked':
    case 'failed':
    case 'done':
    case 'cancelled':
      return status;
    default:
      return assertNever(status);
  }
}

/** What decides a card's lane: its state, whether a person put it away, and whether there is something to read. */
export interface LaneFacts {
  readonly state: NodeState;
  readonly dismissed: boolean;
  readonly hasSomethingToRead: boolean;
}

export function laneOf({ state, dismissed, hasSomethingToRead }: LaneFacts): Lane {
  switch (state) {
    case 'awaiting':
      return 'Needs you';
    case 'blocked':
    case 'failed':
      return dismissed ? 'Done' : 'Needs you';
    case 'working':
    case 'queued':
    case 'disconnected':
    case 'idle':
      return 'Working';
    case 'done':
      return hasSomethingToRead && !dismissed ? 'Ready to review' : 'Done';
    case 'cancelled':
      return 'Done';
    default:
      return assertNever(state);
  }
}

/** Orders cards within a lane: attention first, then newest. */
export function compareByAttention(
  a: { readonly state: NodeState; readonly createdAt: number; readonly id: string },
  b: { readonly state: NodeState; readonly createdAt: number; readonly id: string },
): number {
  return (
    NODE_STATES.indexOf(a.state) - NODE_STATES.indexOf(b.state) ||
    b.createdAt - a.createdAt ||
    (a.id < b.id ? 1 : -1)
  );
}

/** What decides a run's lane: how it stands, why it ended, whether its branch holds anything, and its pull request. */
export interface RunLaneFacts {
  readonly status: 'working' | 'ended' | 'merging' | 'merged' | 'discarded';
  readonly state: NodeState;
  readonly hasWork: boolean;
  readonly pull: PullLaneFacts | null;
}

export interface PullLaneFacts extends Pick<RunPull, 'status' | 'ownedByOther' | 'trouble'> {
  readonly facts: Pick<PullFactsShown, 'checks' | 'changesRequestedBy' | 'isMergeable'> | null;
}

/** Runs obey the lanes: one whose attempt awaits needs a person, one that ended with work waits for its review. */
export function laneOfRun({ status, state, hasWork, pull }: RunLaneFacts): Lane {
  switch (status) {
    case 'working':
      return state === 'awaiting' ? 'Needs you' : 'Working';
    case 'merging':
      return 'Working';
    case 'ended':
      return laneOfPull(pull, hasWork) ?? laneOfEndedRun(state, hasWork);
    case 'merged':
    case 'discarded':
      return 'Done';
    default:
      return assertNever(status);
  }
}

function laneOfEndedRun(state: NodeState, hasWork: boolean): Lane {
  if (state === 'done') return 'Ready to review';
  if (state === 'cancelled') return hasWork ? 'Ready to review' : 'Done';
  return 'Needs you';
}

/**
 * Where its pull request puts a run that has ended: one that is open waits outside, unless a person has to act on it.
 * Null where the run stands for itself: there is none yet, somebody else owns it, or it was released.
 */
export function laneOfPull(pull: PullLaneFacts | null, hasWork: boolean): Lane | null {
  if (pull === null || pull.ownedByOther !== null) return null;
  switch (pull.status) {
    case 'open':
      return needsPerson(pull.facts) ? 'Needs you' : 'Ready to review';
    case 'merge_ready':
      return 'Needs you';
    case 'merging':
      return pull.trouble === null ? 'Working' : 'Needs you';
    case 'merged':
      return 'Done';
    case 'closed':
      return hasWork ? 'Needs you' : 'Done';
    case 'publishing':
    case 'continuing':
    case 'released':
      return null;
    default:
      return assertNever(pull.status);
  }
}

function needsPerson(facts: PullLaneFacts['facts']): boolean {
  if (facts === null) return false;
  const { checks, changesRequestedBy, isMergeable } = facts;
  return checks === 'red' || changesRequestedBy.length > 0 || isMergeable === false;
}
