import type { RunDetails } from '../../../shared/runs.ts';
import { workFolderOf } from '../loops/attempt-ground.ts';
import type { Store } from '../store/store.ts';

/** Everything about one run that its card leaves out; null when there is no such run. */
export async function readRunDetails(store: Store, runId: string): Promise<RunDetails | null> {
  const [card, run] = await Promise.all([store.runs.cardOf(runId), store.runs.find(runId)]);
  if (card === null || run === null) return null;
  const [rules, history] = await Promise.all([store.runs.rules(runId), store.runs.history(runId)]);
  const kept = new Map(run.attempts.map((attempt) => [attempt.ordinal, attempt]));
  return {
    card,
    goal: run.goal,
    folder: run.folder,
    workFolder: workFolderOf(run, run.worktree),
    baseCommit: run.baseCommit,
    attempts: card.attempts.map((attempt) => ({
      ...attempt,
      prompt: kept.get(attempt.ordinal)?.prompt ?? '',
      checkOutput: kept.get(attempt.ordinal)?.checkOutput ?? null,
    })),
    rules: [...rules],
    history: [...history],
  };
}
