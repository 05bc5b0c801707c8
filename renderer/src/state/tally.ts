import type { Card, SessionCard } from '../../../shared/board.ts';
import { laneOfRun } from '../../../shared/lanes.ts';
import type { RunCard } from '../../../shared/runs.ts';
import { isTerminal } from '../../../shared/terminal-statuses.ts';
import { laneOfCard } from './lane-of-card.ts';

/** What is counted on the board. Kept with each change: counting thousands of rows anew takes longer than a frame. */
export interface Tally {
  /** Every project that has cards or runs. */
  readonly projects: ReadonlyMap<string, ProjectTally>;
  /** How many tasks and runs that are not settled each daemon owns. */
  readonly openByOwner: ReadonlyMap<string, number>;
}

export interface ProjectTally {
  readonly name: string;
  /** Its cards and runs. */
  readonly rows: number;
  readonly needsYou: number;
  /** What fills the worker cap of each daemon. */
  readonly workersByOwner: ReadonlyMap<string, number>;
}

export const EMPTY_TALLY: Tally = { projects: new Map(), openByOwner: new Map() };

/** A row as it was, if it was there, and as it is. */
export interface Change<Row> {
  readonly before: Row | undefined;
  readonly after: Row;
}

export interface Changes {
  readonly cards: readonly Change<Card>[];
  readonly runs: readonly Change<RunCard>[];
  readonly sessions: readonly Change<SessionCard>[];
}

/** The same tally when nothing that is counted has changed, so that nothing renders for it. */
export function tallyAfter(tally: Tally, { cards, runs }: Changes): Tally {
  const shares = [
    ...cards.map(({ before, after }) => ({
      before: before && shareOfCard(before),
      after: shareOfCard(after),
    })),
    ...runs.map(({ before, after }) => ({
      before: before && shareOfRun(before),
      after: shareOfRun(after),
    })),
  ].filter(({ before, after }) => before === undefined || !isSame(before, after));
  if (shares.length === 0) return tally;
  const projects = new Map(tally.projects);
  const openByOwner = new Map(tally.openByOwner);
  for (const { before, after } of shares) {
    if (before !== undefined) add(projects, openByOwner, before, -1);
    add(projects, openByOwner, after, 1);
  }
  return { projects, openByOwner };
}

/** What one card or run adds. */
interface Share {
  readonly projectId: string;
  readonly projectName: string;
  readonly needsYou: boolean;
  readonly owner: string | null;
  readonly isOpen: boolean;
  readonly hasWorker: boolean;
}

function shareOfCard(card: Card): Share {
  const isAtWork = card.status === 'claimed' || card.status === 'running';
  return {
    projectId: card.projectId,
    projectName: card.projectName,
    needsYou: laneOfCard(card) === 'Needs you',
    owner: card.ownerDaemon,
    isOpen: !isTerminal(card.status),
    hasWorker: isAtWork && card.kind !== 'send' && card.question === null,
  };
}

function shareOfRun(run: RunCard): Share {
  return {
    projectId: run.projectId,
    projectName: run.projectName,
    needsYou: laneOfRun(run) === 'Needs you',
    owner: run.ownerDaemon,
    isOpen: run.status === 'working' || run.status === 'merging',
    hasWorker: hasWorkerAtWork(run),
  };
}

/** A check runs beside the workers: only the attempt itself fills the cap, and not while it asks. */
function hasWorkerAtWork(run: RunCard): boolean {
  const current = run.attempts.at(-1);
  return (
    current?.phase === 'enqueued' &&
    (current.state === 'working' || current.state === 'disconnected')
  );
}

function isSame(one: Share, other: Share): boolean {
  return (
    one.projectId === other.projectId &&
    one.projectName === other.projectName &&
    one.needsYou === other.needsYou &&
    one.owner === other.owner &&
    one.isOpen === other.isOpen &&
    one.hasWorker === other.hasWorker
  );
}

function add(
  projects: Map<string, ProjectTally>,
  openByOwner: Map<string, number>,
  { projectId, projectName, needsYou, owner, isOpen, hasWorker }: Share,
  by: 1 | -1,
): void {
  const known = projects.get(projectId);
  const rows = (known?.rows ?? 0) + by;
  const workersByOwner = new Map(known?.workersByOwner);
  if (hasWorker && owner !== null) count(workersByOwner, owner, by);
  projects.set(projectId, {
    name: projectName,
    rows,
    needsYou: (known?.needsYou ?? 0) + (needsYou ? by : 0),
    workersByOwner,
  });
  if (rows === 0) projects.delete(projectId);
  if (isOpen && owner !== null) count(openByOwner, owner, by);
}

function count(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const after = (counts.get(key) ?? 0) + by;
  if (after === 0) counts.delete(key);
  else counts.set(key, after);
}
