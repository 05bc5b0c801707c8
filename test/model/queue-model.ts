import { assertNever } from '../../shared/assert-never.ts';
import {
  answer,
  ask,
  hold,
  lapsedQuestions,
  settleHeld,
  shiftDeadlines,
  takeBackQuestion,
  unhold,
  unholdWithoutWorker,
} from './model-of-waiting.ts';
import {
  cancel,
  claim,
  dismiss,
  enqueue,
  markRunning,
  reclaimStale,
  release,
  report,
  touch,
} from './model-of-work.ts';
import { type ModelQuestion, named, QueueState, type Result } from './queue-state.ts';
import { DAEMONS, LEASE_MS, type Step, type TaskName } from './steps.ts';

/** What an old program writes into `claim_owner`. */
export const OLD_BOOT = 'old-boot';
export const OLD_DIGEST = 'finished by the old program';
const OLD_FAILURE_LIMIT = 2;

/**
 * The queue as the table of section 3 has it, in memory and in so many words: what each step answers, what the rows
 * then look like, what is written down. The store must agree after every step.
 */
export class QueueModel {
  readonly queue: QueueState;

  constructor(queue = new QueueState()) {
    this.queue = queue;
  }

  copy(): QueueModel {
    return new QueueModel(this.queue.copy());
  }

  /** Whether the step means anything now: a name can be given to one task only. */
  isPossible(step: Step): boolean {
    return (step.do !== 'enqueue' && step.do !== 'oldInsert') || !this.queue.tasks.has(step.task);
  }

  /** The question that this many were asked after, of those of the task. */
  questionIndex(task: TaskName, questionsAgo: number): number {
    return this.queue.questionsOf(task).length - 1 - questionsAgo;
  }

  /** Changes what the step changes, and answers as the store must. */
  apply(step: Step): unknown {
    const { queue } = this;
    switch (step.do) {
      case 'enqueue': {
        const { owner } = queue.me(step.by);
        const { task: id, kind, project, failureLimit } = step;
        const task = enqueue(queue, id, kind, project, failureLimit, owner);
        queue.writeDown('dispatch.enqueued', task);
        return named(task);
      }
      case 'claim':
        return claim(queue, step.by, step.cap, step.except);
      case 'release':
        return release(queue, this.#claimOf(step));
      case 'markRunning':
        return markRunning(queue, this.#claimOf(step), sessionOf(this.#claimOf(step)));
      case 'touch':
        return touch(queue, this.#claimOf(step));
      case 'complete':
        return report(queue, this.#claimOf(step), resultOf(step, queue.now));
      case 'fail':
        return report(queue, this.#claimOf(step), resultOf(step, queue.now));
      case 'reclaimStale':
        return reclaimStale(queue, step.by);
      case 'settleHeld':
        return settleHeld(queue, step.by);
      case 'failLapsed':
        return lapsedQuestions(queue, step.by).map(({ task: id, generation }) =>
          report(queue, { id, generation }, { outcome: 'failed', code: 'hold_lapsed' }),
        );
      case 'restart':
        return queue.restart(step.by);
      case 'hold':
        return hold(queue, step.by, step.task);
      case 'unhold':
        return unhold(queue, step.by, step.task);
      case 'unholdWithoutWorker':
        return unholdWithoutWorker(queue, step.by, step.task);
      case 'cancel':
        return cancel(queue, step.by, step.task);
      case 'dismiss':
        return dismiss(queue, step.task);
      case 'ask': {
        const held = this.#claimOf(step);
        return ask(queue, step.by, held, sessionOf(held), step.request);
      }
      case 'answer':
        return answer(queue, step.by, this.#questionOf(step), step.option);
      case 'takeBack':
        return takeBackQuestion(queue, this.#questionOf(step));
      case 'pass':
      case 'jump':
        queue.now += step.ms;
        return undefined;
      case 'sleep':
        queue.now += step.ms;
        return DAEMONS.map((daemon) => shiftDeadlines(queue, daemon, step.ms));
      case 'shiftDeadlines':
        return shiftDeadlines(queue, step.by, step.ms);
      case 'oldInsert':
        enqueue(queue, step.task, step.kind, step.project, OLD_FAILURE_LIMIT, null);
        return undefined;
      case 'oldClaim':
      case 'oldFinish':
      case 'oldReclaim':
        return this.#applyOld(step);
      default:
        return assertNever(step);
    }
  }

  /** The old program changes rows that nobody owns; of the others the database lets it change none. */
  #applyOld(step: Extract<Step, { do: 'oldClaim' | 'oldFinish' | 'oldReclaim' }>): void {
    for (const task of this.queue.all(({ owner }) => owner === null)) {
      const isInFlight = task.status === 'claimed' || task.status === 'running';
      if (step.do === 'oldReclaim') {
        const isExpired = (task.claimedAt ?? 0) + LEASE_MS <= this.queue.now;
        if (!isInFlight || (task.claimOwner === OLD_BOOT && !isExpired)) continue;
        const attempts = task.attempts + 1;
        this.queue.change(task, { status: 'queued', attempts, claimOwner: null });
      } else if (step.task === task.id && step.do === 'oldFinish') {
        this.queue.change(task, { status: 'done', digest: OLD_DIGEST, claimOwner: null });
      } else if (step.task === task.id && task.status === 'queued') {
        const claimedAt = this.queue.now;
        this.queue.change(task, { status: 'claimed', claimOwner: OLD_BOOT, claimedAt });
      }
    }
  }

  #claimOf({ task, generationsAgo }: { task: TaskName; generationsAgo: number }) {
    return this.queue.claimOf(task, generationsAgo);
  }

  #questionOf(step: { task: TaskName; questionsAgo: number }): ModelQuestion | undefined {
    return this.queue.questionsOf(step.task)[this.questionIndex(step.task, step.questionsAgo)];
  }
}

/** Not more than the generation tells two sessions apart: whatever means one task's must name the task. */
export function sessionOf({ generation }: { generation: number }): string {
  return `session ${generation}`;
}

/** No two results of a task are the same, so that it shows which of them landed. */
export function resultOf(step: Extract<Step, { do: 'complete' | 'fail' }>, now: number): Result {
  if (step.do === 'complete') return { outcome: 'done', digest: `done at ${now}` };
  return { outcome: 'failed', code: step.retryable ? 'command_failed' : 'agent_not_found' };
}
