import type { Activity, Card, SessionCard } from '../../shared/board.ts';
import type { BoardDelta } from '../../shared/board-delta.ts';
import { dispatchLimitsSchema } from '../../shared/configuration.ts';
import type { Catalog } from '../../shared/contract.ts';
import type { DaemonSummary } from '../../shared/fleet.ts';
import type { RunCard } from '../../shared/runs.ts';

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

/** A live session, unless said otherwise. */
export function sessionRow(row: Partial<SessionCard> & { readonly id: string }): SessionCard {
  return {
    revision: 1,
    agent: 'demo',
    title: 'A session',
    projectId: 'project',
    projectName: 'project',
    state: 'working',
    taskId: null,
    ownerDaemon: '127.0.0.1:7455',
    acceptsPrompts: true,
    isConductor: false,
    folder: '/project',
    branch: null,
    createdAt: CREATED_AT,
    ...row,
  };
}

export function deltaOf(
  since: number,
  revision: number,
  rows: {
    readonly cards?: Card[];
    readonly sessions?: SessionCard[];
    readonly runs?: RunCard[];
    readonly more?: boolean;
  } = {},
): BoardDelta {
  return { since, revision, cards: [], sessions: [], runs: [], more: false, ...rows };
}

export function activityOf(sessionId: string, transcriptNext: number): Activity {
  return { sessionId, line: 'works', at: CREATED_AT, transcriptNext };
}

/** Another daemon than the one that answers, live, unless said otherwise. */
export function daemonRow(row: Partial<DaemonSummary> & { readonly owner: string }): DaemonSummary {
  return {
    bootId: `boot of ${row.owner}`,
    machine: 'laptop',
    pid: 4711,
    version: '0.1.0',
    startedAt: CREATED_AT,
    heartbeatAt: CREATED_AT,
    state: 'live',
    isThis: false,
    ...row,
  };
}

/** What a daemon at this address says of itself, with nothing to choose from. */
export function catalogOf(owner: string): Catalog {
  return {
    daemon: { owner, bootId: 'boot', version: '0.1.0', home: '/home', machine: 'laptop' },
    agents: [],
    profiles: [],
    limits: dispatchLimitsSchema.parse({}),
    configurationFile: '/home/config.json',
    configurationProblems: [],
    recentFolders: [],
    silencedProjects: [],
  };
}
