import type { DaemonIdentity, TaskClaim } from '../../electron/daemon/store/store.ts';
import { dropKept, end } from './model-of-work.ts';
import {
  type ModelQuestion,
  type ModelTask,
  named,
  notHeld,
  type QueueState,
} from './queue-state.ts';
import { ACTOR, type Daemon, HOLD_MAX_MS, type TaskName } from './steps.ts';

export function hold(queue: QueueState, by: Daemon, id: TaskName) {
  const me = queue.me(by);
  const task = queue.tasks.get(id);
  if (task === undefined) return { outcome: 'not_found' };
  const { kind, owner, status } = task;
  if (kind !== 'attempt') return { outcome: 'not_attempt' };
  if (owner !== me.owner) return { outcome: 'not_owner', ownerDaemon: owner ?? 'not known' };
  if (status !== 'claimed' && status !== 'running') return { outcome: 'not_running', status };
  park(queue, task);
  return { outcome: 'held', heldUntil: queue.now + HOLD_MAX_MS, task: named(task) };
}

function park(queue: QueueState, task: ModelTask): void {
  queue.change(task, {
    status: 'held',
    heldUntil: queue.now + HOLD_MAX_MS,
    parkedSince: queue.now,
  });
  queue.writeDown('dispatch.held', task);
}

/** A hold that a person can still end: mine, with its worker of this boot, and not lapsed. */
function isStillHeld(queue: QueueState, task: ModelTask, me: DaemonIdentity): boolean {
  const { status, owner, claimOwner, heldUntil } = task;
  const isMine = owner === me.owner && claimOwner === me.bootId;
  return status === 'held' && isMine && (heldUntil ?? 0) > queue.now;
}

export function unhold(queue: QueueState, by: Daemon, id: TaskName) {
  const task = queue.tasks.get(id);
  const isAsked = task !== undefined && queue.openQuestionsOf(task).length > 0;
  if (isAsked && isStillHeld(queue, task, queue.me(by))) return { outcome: 'question_open' };
  return resume(queue, by, id);
}

export function unholdWithoutWorker(queue: QueueState, by: Daemon, id: TaskName) {
  const task = queue.tasks.get(id);
  if (task !== undefined && isStillHeld(queue, task, queue.me(by))) queue.expireQuestionsOf(task);
  return resume(queue, by, id);
}

function resume(queue: QueueState, by: Daemon, id: TaskName) {
  const me = queue.me(by);
  const task = queue.tasks.get(id);
  if (task === undefined) return { outcome: 'not_found' };
  const { owner, status, kept } = task;
  if (owner !== me.owner) return { outcome: 'not_owner', ownerDaemon: owner ?? 'not known' };
  if (status !== 'held') return { outcome: 'not_held', status };
  if (!isStillHeld(queue, task, me)) return { outcome: 'lapsed' };
  const parkedMs = task.parkedMs + Math.max(0, queue.now - (task.parkedSince ?? queue.now));
  queue.change(task, {
    ...{ status: 'running', heldUntil: null, kept: null, claimedAt: queue.now },
    ...{ parkedSince: null, parkedMs },
  });
  queue.writeDown('dispatch.unheld', task);
  const resumed = { outcome: 'resumed', task: named(task) };
  return kept === null ? resumed : { ...resumed, ended: end(queue, task, kept) };
}

/** Mine, and its worker went with an earlier boot or nobody came in time. */
export function settleHeld(queue: QueueState, by: Daemon) {
  const me = queue.me(by);
  const over = queue.all(
    (task) => task.status === 'held' && task.owner === me.owner && !isStillHeld(queue, task, me),
  );
  for (const task of over) {
    const isLapsed = (task.heldUntil ?? 0) <= queue.now;
    queue.change(task, {
      ...{ status: 'failed', generation: task.generation + 1, attempts: task.attempts + 1 },
      ...{ heldUntil: null, claimOwner: null, claimedAt: null },
      errorCode: isLapsed ? 'hold_lapsed' : 'attempt_reclaimed',
    });
    dropKept(queue, task);
    queue.conclude(task, 'dispatch.reclaimed');
  }
  return over.map(named);
}

/** Only what has its worker in this boot, and waits: the hold itself, and the time left for an answer. */
export function shiftDeadlines(queue: QueueState, by: Daemon, ms: number) {
  const me = queue.me(by);
  const mine = queue.all(({ owner, claimOwner }) => owner === me.owner && claimOwner === me.bootId);
  const held = mine.filter(({ status }) => status === 'held');
  for (const task of held) queue.change(task, { heldUntil: (task.heldUntil ?? 0) + ms });
  const atWork = mine.filter(({ kind, status }) => kind === 'attempt' && status === 'running');
  if (ms > 0) for (const task of atWork) queue.change(task, { parkedMs: task.parkedMs + ms });
  for (const question of mine.flatMap((task) => queue.openQuestionsOf(task))) {
    question.expiresAt += ms;
  }
  return held.length;
}

export function ask(
  queue: QueueState,
  by: Daemon,
  claim: TaskClaim,
  session: string,
  request: string,
) {
  const task = queue.under(claim, 'claimed', 'running', 'held');
  if (task === undefined || task.owner !== queue.me(by).owner) {
    return notHeld(queue.all(({ id }) => id === claim.id)[0]);
  }
  queue.change(task, {});
  queue.questions.push({
    ...{ task: task.id, generation: task.generation, session, request },
    ...{ status: 'open', option: null, expiresAt: queue.now + HOLD_MAX_MS },
  });
  queue.writeDown('approval.asked', task);
  if (task.kind !== 'attempt') return { outcome: 'waiting' };
  if (task.status !== 'held') park(queue, task);
  return { outcome: 'held' };
}

export function answer(
  queue: QueueState,
  by: Daemon,
  question: ModelQuestion | undefined,
  option: string,
) {
  const me = queue.me(by);
  const task = question && queue.tasks.get(question.task);
  if (question === undefined || task === undefined) return { outcome: 'not_found' };
  if (task.owner !== me.owner) {
    return { outcome: 'not_owner', ownerDaemon: task.owner ?? 'not known' };
  }
  if (question.status === 'answered') {
    return { outcome: 'already_answered', by: ACTOR, optionName: question.option };
  }
  if (question.generation !== task.generation) {
    queue.writeDown('approval.stale_answer', task);
    return { outcome: 'stale_generation' };
  }
  if (question.status === 'expired') return { outcome: 'expired' };
  if (option === 'never-offered') return { outcome: 'unknown_option' };
  const isInTime = question.expiresAt > queue.now && task.claimOwner === me.bootId;
  if (!isInTime || (task.status === 'held' && !isStillHeld(queue, task, me))) {
    return { outcome: 'lapsed' };
  }
  Object.assign(question, { status: 'answered', option });
  queue.change(task, {});
  queue.writeDown('approval.answered', task);
  const answered = { outcome: 'answered', optionName: option };
  if (task.status !== 'held' || queue.openQuestionsOf(task).length > 0) {
    return { ...answered, task: named(task) };
  }
  return { ...resume(queue, by, task.id), ...answered };
}

/** The agent no longer wants to know. A hold stays: only a person ends it. */
export function takeBackQuestion(queue: QueueState, question: ModelQuestion | undefined) {
  const task = question && queue.tasks.get(question.task);
  if (question === undefined || task === undefined) return false;
  const open = queue
    .questionsOf(task.id)
    .filter(
      ({ session, request, status }) =>
        session === question.session && request === question.request && status === 'open',
    );
  for (const same of open) same.status = 'expired';
  if (open.length === 0) return false;
  queue.change(task, {});
  queue.writeDown('approval.expired', task);
  return true;
}

/** Open questions of sends and spawns of this boot that waited too long. */
export function lapsedQuestions(queue: QueueState, by: Daemon): readonly ModelQuestion[] {
  const me = queue.me(by);
  return queue
    .all(
      ({ kind, owner, claimOwner }) =>
        kind !== 'attempt' && owner === me.owner && claimOwner === me.bootId,
    )
    .flatMap((task) => queue.openQuestionsOf(task))
    .filter(({ expiresAt }) => expiresAt <= queue.now);
}
