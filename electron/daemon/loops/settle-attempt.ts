import { existsSync } from 'node:fs';
import type { Attempt, Run, SettledAttempt } from '../store/runs/run-store.ts';
import type { Task } from '../store/store.ts';
import { factsOfLastPrompt } from './attempt-cost.ts';
import { commitLeftovers } from './git/commit-leftovers.ts';
import type { LoopContext } from './loop-context.ts';

const LONGEST_SUBJECT = 60;

/** Keeps what an attempt left, on the branch of its run, so that nothing is lost and every attempt has its diff. */
export async function settleAttempt(
  context: LoopContext,
  run: Run,
  attempt: Attempt,
  task: Task,
): Promise<SettledAttempt> {
  const { home, log, clock, queue } = context;
  // An agent that failed may still be on its way out, and must not write any more.
  if (task.status !== 'done' && task.workerSessionId !== null) {
    await queue.endSession(task.workerSessionId);
  }
  const { cost, lastAt } =
    task.workerSessionId === null
      ? { cost: null, lastAt: null }
      : await factsOfLastPrompt(home, task.workerSessionId);
  const settledAt = task.settledAt ?? clock.now();
  const times = {
    cost,
    parkedMs: task.parkedMs,
    startedAt: task.startedAt,
    // It did not work while its daemon was away.
    settledAt: task.error?.code === 'attempt_reclaimed' ? (lastAt ?? settledAt) : settledAt,
  };
  const before = run.headCommit ?? run.baseCommit;
  const nothing = { ...times, commit: null, tree: null, hasWork: before !== run.baseCommit };
  if (!existsSync(run.worktree)) return { ...nothing, notes: [] };
  const left = await commitLeftovers({
    worktree: run.worktree,
    branch: run.branch,
    message: messageOf(run.goal, attempt.ordinal),
  });
  if (left.outcome === 'failed') {
    log.warn(
      { run: run.id, attempt: attempt.ordinal, problem: left.problem },
      'work not committed',
    );
    return { ...nothing, notes: [`${left.problem.message} ${left.problem.nextStep}`] };
  }
  const { commit, tree, notes } = left;
  return { ...times, commit, tree, notes, hasWork: commit !== run.baseCommit };
}

/** A commit message made from the goal. */
export function messageOf(goal: string, ordinal: number | null): string {
  const line = goal.trim().split('\n', 1)[0] ?? '';
  const subject =
    line.length > LONGEST_SUBJECT ? `${line.slice(0, LONGEST_SUBJECT - 1).trimEnd()}…` : line;
  return ordinal === null
    ? `${subject}\n`
    : `${subject}\n\nAttempt ${ordinal} of a Fleetboard run.\n`;
}
