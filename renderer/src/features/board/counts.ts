import type { Board } from '../../state/board.ts';

type Counted = Pick<Board, 'tally'>;

export function needsYouCount({ tally }: Counted, projectId: string | null): number {
  if (projectId !== null) return tally.projects.get(projectId)?.needsYou ?? 0;
  let count = 0;
  for (const { needsYou } of tally.projects.values()) count += needsYou;
  return count;
}

/** What fills the worker cap of this daemon, and over how many projects it is spread: the cap is one per project. */
export function workersAtWork(
  { tally }: Counted,
  projectId: string | null,
  owner: string | null,
): { workers: number; projects: number } {
  const ofEach = [...tally.projects]
    .filter(([id]) => projectId === null || id === projectId)
    .map(([, { workersByOwner }]) => (owner === null ? 0 : (workersByOwner.get(owner) ?? 0)))
    .filter((workers) => workers > 0);
  return { workers: ofEach.reduce((sum, workers) => sum + workers, 0), projects: ofEach.length };
}

export interface ProjectCount {
  readonly id: string;
  readonly name: string;
  readonly needsYou: number;
}

/** Every project that has cards or runs, by name. */
export function countByProject({ tally }: Counted): readonly ProjectCount[] {
  return [...tally.projects]
    .map(([id, { name, needsYou }]) => ({ id, name, needsYou }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}
