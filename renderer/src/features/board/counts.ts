import { type Lane, laneOfRun } from '../../../../shared/lanes.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { type Board, laneOfCard } from '../../state/board.ts';

type Rows = Pick<Board, 'cards' | 'runs'>;

export function needsYouCount(rows: Rows, projectId: string | null): number {
  let count = 0;
  for (const { project, lane } of counted(rows)) {
    if (lane === 'Needs you' && (projectId === null || project.id === projectId)) count += 1;
  }
  return count;
}

/** What fills the worker cap of this daemon, and over how many projects it is spread: the cap is one per project. */
export function workersAtWork(
  { cards, runs }: Rows,
  projectId: string | null,
  owner: string | null,
): { workers: number; projects: number } {
  const projects = new Set<string>();
  let workers = 0;
  function count(row: { readonly ownerDaemon: string | null; readonly projectId: string }) {
    if (row.ownerDaemon !== owner || (projectId !== null && row.projectId !== projectId)) return;
    workers += 1;
    projects.add(row.projectId);
  }
  for (const card of cards.values()) {
    const isAtWork = card.status === 'claimed' || card.status === 'running';
    if (isAtWork && card.kind !== 'send' && card.question === null) count(card);
  }
  for (const run of runs.values()) if (hasWorkerAtWork(run)) count(run);
  return { workers, projects: projects.size };
}

export interface ProjectCount {
  readonly id: string;
  readonly name: string;
  readonly needsYou: number;
}

/** Every project that has cards or runs, by name. */
export function countByProject(rows: Rows): readonly ProjectCount[] {
  const projects = new Map<string, { name: string; needsYou: number }>();
  for (const { project, lane } of counted(rows)) {
    const known = projects.get(project.id) ?? { name: project.name, needsYou: 0 };
    if (lane === 'Needs you') known.needsYou += 1;
    projects.set(project.id, known);
  }
  return [...projects]
    .map(([id, project]) => ({ id, ...project }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

/** A check runs beside the workers: only the attempt itself fills the cap, and not while it asks. */
function hasWorkerAtWork(run: RunCard): boolean {
  const current = run.attempts.at(-1);
  return (
    current?.phase === 'enqueued' &&
    (current.state === 'working' || current.state === 'disconnected')
  );
}

interface Counted {
  readonly project: { readonly id: string; readonly name: string };
  readonly lane: Lane;
}

function* counted({ cards, runs }: Rows): Iterable<Counted> {
  for (const card of cards.values()) {
    yield { project: { id: card.projectId, name: card.projectName }, lane: laneOfCard(card) };
  }
  for (const run of runs.values()) {
    yield { project: { id: run.projectId, name: run.projectName }, lane: laneOfRun(run) };
  }
}
