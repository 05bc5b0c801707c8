import type { Activity, BoardDelta, Card, SessionCard } from '../../shared/board.ts';

const CREATED_AT = 1_700_000_000_000;

/** A card of a task that is queued, unless said otherwise. */
export function cardRow(row: Partial<Card> & { readonly id: string }): Card {
  return {
    revision: 1,
    kind: 'spawn',
    shape: 'ship',
    status: 'queued',
    state: 'queued',
    title: 'A task',
    agent: 'demo',
    profile: 'careful',
    projectId: 'project',
    projectName: 'project',
    branch: null,
    attempts: 0,
    failureLimit: 2,
    generation: 0,
    ownerDaemon: '127.0.0.1:7455',
    runId: null,
    sessionId: null,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    startedAt: null,
    settledAt: null,
    heldUntil: null,
    notBefore: null,
    error: null,
    digest: null,
    question: null,
    dismissedBy: null,
    ...row,
  };
}

export function deltaOf(
  since: number,
  revision: number,
  rows: {
    readonly cards?: Card[];
    readonly sessions?: SessionCard[];
    readonly more?: boolean;
  } = {},
): BoardDelta {
  return { since, revision, cards: [], sessions: [], more: false, ...rows };
}

export function activityOf(sessionId: string, transcriptNext: number): Activity {
  return { sessionId, line: 'works', at: CREATED_AT, transcriptNext };
}
