import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { workError } from '../../../shared/work-errors.ts';
import type { AttemptGround } from '../dispatcher/attempt-hooks.ts';
import type { Run } from '../store/runs/run-store.ts';
import type { Task } from '../store/store.ts';
import { createRunWorktree } from './git/create-run-worktree.ts';
import type { LoopContext } from './loop-context.ts';
import { runCheck } from './run-check.ts';
import { type KnownRules, withRules } from './run-rules.ts';

/** A run has one chain of attempts: each goes on where the one before it stopped. */
export const ONLY_CHAIN = 1;
/** Installing the dependencies of a large project on a slow line. */
const LONGEST_SET_UP_MS = 30 * 60_000;

/** Where an attempt works: the worktree of its run, made ready once, and what it can go on from. */
export async function groundOfAttempt(
  context: LoopContext,
  rules: KnownRules,
  task: Task,
  signal: AbortSignal,
): Promise<AttemptGround> {
  const run = task.runId === null ? null : await context.store.runs.find(task.runId);
  const profile = context.profile(task.profile);
  if (run === null || profile === undefined) {
    const missing = run === null ? `run ${task.runId}` : `profile "${task.profile}"`;
    return failed('worker_could_not_start', `There is no ${missing} any more.`);
  }
  const refusal = await restoreWorktree(context, run);
  if (refusal !== null) return failed('worktree_refused', refusal);
  const workFolder = workFolderOf(run, run.worktree);
  // A folder that git does not know yet is not part of the commit.
  await mkdir(workFolder, { recursive: true });
  const env = { FLEETBOARD_RUN: run.id, FLEETBOARD_ATTEMPT: task.attemptId ?? '' };
  const refused = await setUpOnce(context, run, env, signal);
  if (refused !== null) return failed('set_up_failed', refused);
  await rules.refresh(run.id);
  return {
    outcome: 'ready',
    folder: {
      outcome: 'ready',
      workFolder: await realpath(workFolder),
      branch: run.branch,
      notes: [`Attempt ${task.attemptId ?? ''} of a run, in a worktree on branch ${run.branch}.`],
      lateNote: async () => null,
      // The worktree is the run's: it goes when the run is merged or discarded.
      discardIfUntouched: async () => {},
    },
    profile: () => withRules(profile, rules.of(run.id)),
    env,
    agentSession: await sessionToLoad(context, run, task),
  };
}

/** The worktree was made before the run was written; should somebody have removed it, it is made again. */
async function restoreWorktree(context: LoopContext, run: Run): Promise<string | null> {
  if (existsSync(path.join(run.worktree, '.git'))) return null;
  const made = await createRunWorktree({
    home: context.home,
    repository: run.repository,
    baseBranch: run.baseBranch,
    runId: run.id,
    chain: ONLY_CHAIN,
  });
  if (made.outcome !== 'refused') return null;
  return `${made.problem.message} ${made.problem.nextStep}`;
}

/** The folder of the worktree in which the run was started. */
export function workFolderOf(run: Pick<Run, 'repository' | 'folder'>, worktree: string): string {
  return path.resolve(worktree, path.relative(run.repository, run.folder));
}

/** The session of the task that the run worked on before: live, it takes the next attempt up; ended, it may be loaded. */
export async function sessionBefore(context: LoopContext, run: Run, task: Task) {
  // Attempts that never got a session have nothing to go on from.
  for (const before of run.attempts.toReversed()) {
    if (before.ordinal >= Number(task.attemptId)) continue;
    const earlier = await context.store.tasks.find(before.taskId);
    if (!earlier?.workerSessionId) continue;
    if (earlier.agent !== task.agent) return null;
    return context.store.sessions.find(earlier.workerSessionId);
  }
  return null;
}

async function sessionToLoad(context: LoopContext, run: Run, task: Task): Promise<string | null> {
  return (await sessionBefore(context, run, task))?.agentSessionId ?? null;
}

/** Runs the set-up of the project in a worktree that has not seen it. Returns why that failed, or null. */
async function setUpOnce(
  context: LoopContext,
  run: Run,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string | null> {
  const command = context.project(run.repository)?.setUp;
  const shell = context.agent('command');
  if (command === undefined || shell === undefined || run.isSetUp) return null;
  const { sessions, runs } = context.store;
  const { me, clock } = context;
  const result = await runCheck(context.workers, {
    shell,
    command,
    folder: run.worktree,
    env,
    limitMs: LONGEST_SET_UP_MS,
    record: (process) => sessions.recordProcess(process, me, clock.now()),
    forget: (sessionId) => sessions.forgetProcess(sessionId),
    signal,
  });
  if (result.failure === null) {
    await context.untilWritten(() => runs.markSetUp(run.id, me, clock.now()));
    return null;
  }
  const how = result.exitCode === null ? 'did not end' : `ended with exit code ${result.exitCode}`;
  return `The set-up command "${command}" ${how}. ${result.output}`.trim();
}

function failed(
  code: 'worker_could_not_start' | 'worktree_refused' | 'set_up_failed',
  message: string,
): AttemptGround {
  return { outcome: 'failed', error: workError(code, message) };
}
