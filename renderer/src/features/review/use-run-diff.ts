import type { Problem } from '../../../../shared/problems.ts';
import type { ReviewDiff } from '../../../../shared/review.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { call } from '../../api/daemon.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { useReread } from '../../state/use-reread.ts';

/** What was asked for belongs to the answer: a diff of another choice must not be taken for this one. */
export type DiffState =
  | { readonly state: 'reading' }
  | { readonly state: 'found'; readonly ordinal: number | null; readonly diff: ReviewDiff }
  | { readonly state: 'not_found' }
  | { readonly state: 'refused'; readonly problem: Problem };

/**
 * What the run changed, or one of its attempts. Read again when the run has another commit, and not whenever its row
 * changes: what is being read must not move.
 */
export function useRunDiff(run: RunCard, ordinal: number | null): DiffState {
  const reconnections = useFleet((fleet) => fleet.reconnections);
  const commits = run.attempts.map(({ commit }) => commit).join(' ');
  return useReread<DiffState>(
    { state: 'reading' },
    `${ordinal} ${commits} ${reconnections}`,
    async () => {
      const answer = await call('run.diff', { runId: run.id, ordinal });
      if (!answer.ok) return { state: 'refused', problem: answer.problem };
      switch (answer.value.outcome) {
        case 'found':
          return { state: 'found', ordinal, diff: answer.value.diff };
        case 'git_refused':
          return { state: 'refused', problem: answer.value.problem };
        case 'not_found':
          return { state: 'not_found' };
      }
    },
  );
}
