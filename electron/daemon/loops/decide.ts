import { assertNever } from '../../../shared/assert-never.ts';
import type { AttemptOutcome } from '../../../shared/runs.ts';
import { costOf, workedMsOf } from '../../../shared/spent.ts';
import { isRetryable } from '../../../shared/work-errors.ts';
import { orderedId } from '../ordered-id.ts';
import type { Attempt, Decision, Run } from '../store/runs/run-store.ts';
import type { Task } from '../store/store.ts';
import { outcomeOfAttempt } from './judge-attempt.ts';
import type { LoopContext } from './loop-context.ts';
import { type NextStep, nextStep } from './policy.ts';
import {
  promptAfterFailedAgent,
  promptAfterFailedCheck,
  promptAfterInterruption,
} from './prompts.ts';

/** What came of an attempt, and what follows from it. Reads rows only; the same rows give the same answer. */
export async function decide(
  context: LoopContext,
  run: Run,
  attempt: Attempt,
  task: Task,
): Promise<{ readonly outcome: AttemptOutcome; readonly decision: Decision }> {
  const wasChecked = attempt.phase === 'checked';
  const wasStopped = run.stoppedBy !== null && attempt.checkExitCode === null;
  const approvals = await context.store.approvals.ofTask(task.id);
  const outcome = outcomeOfAttempt(task, wasChecked && !wasStopped ? attempt : null, approvals);
  const round = run.attempts.filter((each) => each.round === attempt.round);
  const earlier = round
    .filter((each) => each.ordinal < attempt.ordinal)
    .flatMap((each) => (each.outcome === null ? [] : [{ ...each, outcome: each.outcome }]));
  const step = nextStep({
    limits: run.limits,
    earlier,
    last: { outcome, failure: attempt.failure, tree: attempt.tree },
    error: task.error,
    isRetryable: task.error === null || isRetryable(task.error),
    workedMs: round.reduce((sum, each) => sum + workedMsOf(each), 0),
    cost: costOf(round)?.amount ?? null,
    stoppedBy: run.stoppedBy,
    backoffMs: context.limits().backoffBaseMs,
  });
  return { outcome, decision: decisionOf(context, run, attempt, task, step) };
}

function decisionOf(
  context: LoopContext,
  run: Run,
  attempt: Attempt,
  task: Task,
  step: NextStep,
): Decision {
  if (step.step === 'end') return step;
  return {
    step: 'attempt',
    attempt: {
      taskId: orderedId(),
      because: step.because,
      prompt: promptOf(context, run, attempt, task, step.because),
      notBefore: context.clock.now() + step.delayMs,
    },
  };
}

function promptOf(
  context: LoopContext,
  run: Run,
  attempt: Attempt,
  task: Task,
  because: Extract<NextStep, { step: 'attempt' }>['because'],
): string {
  const protocol = context.agent(run.agent)?.protocol ?? 'command';
  switch (because) {
    case 'check_failure':
      return promptAfterFailedCheck(protocol, run.goal, run.check, attempt);
    case 'agent_failure':
      return promptAfterFailedAgent(protocol, run.goal, attempt.ordinal, task.error);
    case 'infrastructure':
      // Tried again after a start that failed, nobody has seen the prompt yet.
      return task.startedAt === null
        ? attempt.prompt
        : promptAfterInterruption(protocol, attempt.prompt);
    default:
      return assertNever(because);
  }
}
