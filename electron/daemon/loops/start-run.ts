import { realpath } from 'node:fs/promises';
import type { RunStartOutcome } from '../../../shared/outcomes.ts';
import type { RunStartInput } from '../../../shared/runs.ts';
import { orderedId } from '../ordered-id.ts';
import type { Project } from '../store/store.ts';
import { ONLY_CHAIN } from './attempt-ground.ts';
import { createRunWorktree, type RunWorktreeRefusalCode } from './git/create-run-worktree.ts';
import type { LoopContext } from './loop-context.ts';

const MINUTE_MS = 60_000;

/** Makes the worktree of a run, so that what git refuses is said at once, and writes the run with its first attempt. */
export async function startRun(
  context: LoopContext,
  input: RunStartInput,
  project: Project,
  actor: string,
): Promise<RunStartOutcome> {
  const { home, store, me, clock } = context;
  // The repository is named by its real path; so is the folder in it.
  const folder = await realpath(input.folder);
  const id = orderedId();
  const made = await createRunWorktree({
    home,
    repository: project.folder,
    baseBranch: input.base,
    runId: id,
    chain: ONLY_CHAIN,
  });
  if (made.outcome === 'refused') {
    const { code, message, nextStep } = made.problem;
    const field = fieldOf(code);
    return { outcome: 'refused', problems: [{ field, found: message, expected: nextStep }] };
  }
  const { path: worktree, repository, branch, baseBranch, baseCommit } = made.worktree;
  await store.runs.start(
    {
      ...{ id, projectId: project.id, repository, branch, baseBranch, baseCommit, worktree },
      ...{ goal: input.goal, agent: input.agent, profile: input.profile, folder },
      check: input.check,
      limits: {
        maxAttempts: input.maxAttempts,
        maxMs: input.maxMinutes === null ? null : Math.round(input.maxMinutes * MINUTE_MS),
        maxCost: input.maxCost,
      },
      createdBy: actor,
    },
    { taskId: orderedId(), because: 'goal', prompt: input.goal, notBefore: clock.now() },
    project,
    me,
    clock.now(),
  );
  return { outcome: 'run_started', runId: id };
}

function fieldOf(code: RunWorktreeRefusalCode): 'base' | 'folder' {
  return code === 'base_missing' || code === 'detached_head' ? 'base' : 'folder';
}
