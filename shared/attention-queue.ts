import type { Card, OpenQuestion } from './board.ts';
import { laneOf, laneOfRun, NODE_STATES, type NodeState } from './lanes.ts';
import { pullLine } from './pull-words.ts';
import { isHeldByHand } from './run-words.ts';
import type { RunCard } from './runs.ts';

/** Something that waits for a person. */
export interface Waiting {
  readonly kind: 'task' | 'run';
  readonly id: string;
  readonly state: NodeState;
  /** A person parked it: it waits, but nothing asks. */
  readonly isHeldByHand: boolean;
  /** Since when it waits, in Unix milliseconds. */
  readonly since: number;
  readonly title: string;
  /** What it asks or what went wrong, in a line. */
  readonly detail: string;
  /** What it asks, when it asks. */
  readonly question: OpenQuestion | null;
  readonly projectId: string;
  readonly projectName: string;
}

/** What decides the rank of something that waits. */
export type WaitRank = Pick<Waiting, 'id' | 'state' | 'isHeldByHand' | 'since'>;

/** Null for a card that needs nobody. */
export function waitingCard(card: Card): Waiting | null {
  const lane = laneOf({
    state: card.state,
    dismissed: card.dismissedBy !== null,
    hasSomethingToRead: card.digest !== null && card.digest.trim() !== '',
  });
  if (lane !== 'Needs you') return null;
  return {
    kind: 'task',
    id: card.id,
    state: card.state,
    isHeldByHand: card.state === 'awaiting' && card.question === null,
    since: waitsSince(card.question?.askedAt, card.settledAt, card.updatedAt),
    title: card.title,
    detail: card.question?.title ?? card.error?.message ?? '',
    question: card.question,
    projectId: card.projectId,
    projectName: card.projectName,
  };
}

/** Null for a run that needs nobody. */
export function waitingRun(run: RunCard): Waiting | null {
  if (laneOfRun(run) !== 'Needs you') return null;
  return {
    kind: 'run',
    id: run.id,
    state: run.state,
    isHeldByHand: isHeldByHand(run),
    since: waitsSince(run.question?.askedAt, run.pull?.facts?.readAt ?? run.endedAt, run.updatedAt),
    title: run.title,
    detail: run.question?.title ?? detailOf(run),
    question: run.question,
    projectId: run.projectId,
    projectName: run.projectName,
  };
}

/** On the forge it waits for another reason than the one for which its loop ended. */
function detailOf({ pull, endDetail }: RunCard): string {
  return pull === null || pull.status === 'released' ? (endDetail ?? '') : pullLine(pull);
}

/**
 * The order of the queue: the state by its attention, questions before what a person parked, and then what has waited
 * longest.
 */
export function compareWaiting(a: WaitRank, b: WaitRank): number {
  return (
    NODE_STATES.indexOf(a.state) - NODE_STATES.indexOf(b.state) ||
    Number(a.isHeldByHand) - Number(b.isHeldByHand) ||
    a.since - b.since ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/** What comes after something in the queue, also after it has left it; the first after the last. */
export function nextWaiting(queue: readonly Waiting[], after: WaitRank | null): Waiting | null {
  const following =
    after === null ? undefined : queue.find((each) => compareWaiting(after, each) < 0);
  return following ?? queue[0] ?? null;
}

/** Everything that waits, in the order of the queue. */
export function attentionQueue(rows: {
  readonly cards: Iterable<Card>;
  readonly runs: Iterable<RunCard>;
}): readonly Waiting[] {
  const queue: Waiting[] = [];
  for (const card of rows.cards) {
    const waiting = waitingCard(card);
    if (waiting !== null) queue.push(waiting);
  }
  for (const run of rows.runs) {
    const waiting = waitingRun(run);
    if (waiting !== null) queue.push(waiting);
  }
  return queue.sort(compareWaiting);
}

function waitsSince(
  askedAt: number | undefined,
  endedAt: number | null,
  updatedAt: number,
): number {
  return askedAt ?? endedAt ?? updatedAt;
}
