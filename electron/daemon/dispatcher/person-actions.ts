import type {
  AnswerOutcome,
  CancelOutcome,
  EndSessionOutcome,
  HoldOutcome,
  UnholdOutcome,
} from '../../../shared/outcomes.ts';
import { backoffOf, type DispatchContext, hooksOf } from './dispatch-context.ts';
import { endLostWorker, followEnding, showState } from './end-work.ts';
import type { Work } from './live-work.ts';
import { promptNow } from './start-work.ts';

/** Parks an attempt at once: the row first, then its processes. */
export async function hold(
  context: DispatchContext,
  taskId: string,
  actor: string,
): Promise<HoldOutcome> {
  const { task, ...outcome } = await context.store.tasks.hold(
    taskId,
    context.me,
    context.limits().holdMaxMs,
    actor,
    context.clock.now(),
  );
  const work = task && context.live.find(task);
  if (work !== undefined) {
    await work.started;
    if (work.session !== null && stillHolds(context, work)) {
      work.session.handle.signal('stop');
      await showState(context, work.session, 'awaiting');
    }
  }
  if (task !== undefined) hooksOf(context, task)?.onAttemptWaiting(task);
  context.kick();
  return outcome;
}

export async function unhold(
  context: DispatchContext,
  taskId: string,
  actor: string,
): Promise<UnholdOutcome> {
  const { task, ended, ...outcome } = await context.store.tasks.unhold(
    taskId,
    context.me,
    actor,
    backoffOf(context),
    context.clock.now(),
  );
  const work = task && context.live.find(task);
  if (work !== undefined) await resume(context, work);
  if (task !== undefined && ended !== undefined) await followEnding(context, task, ended);
  // A hold that lapsed is settled now rather than at the next tick.
  if (outcome.outcome === 'lapsed') context.kick();
  return outcome;
}

export async function answer(
  context: DispatchContext,
  approvalId: string,
  optionId: string,
  actor: string,
): Promise<AnswerOutcome> {
  const { task, question, ended, ...outcome } = await context.store.approvals.answer(
    approvalId,
    optionId,
    context.me,
    actor,
    backoffOf(context),
    context.clock.now(),
  );
  if (outcome.outcome === 'lapsed') context.kick();
  if (task === undefined || question === undefined) return outcome;
  const work = context.live.find(task);
  if (work !== undefined) {
    if (task.status === 'running') await resume(context, work);
    work.session?.handle.answer(question.requestId, optionId, actor);
  }
  if (ended !== undefined) await followEnding(context, task, ended);
  return outcome;
}

/** Cancels a task in any state. Resolves when no process of its worker is left. */
export async function cancel(
  context: DispatchContext,
  taskId: string,
  actor: string,
): Promise<CancelOutcome> {
  const { task, ...outcome } = await context.store.tasks.cancel(
    taskId,
    context.me,
    actor,
    context.clock.now(),
  );
  if (task !== undefined) {
    context.kick();
    hooksOf(context, task)?.onAttemptCancelled(task);
    await endLostWorker(context, task);
    hooksOf(context, task)?.onAttemptSettled(task);
  }
  return outcome;
}

export async function endSession(
  context: DispatchContext,
  sessionId: string,
): Promise<EndSessionOutcome> {
  const live = context.live.session(sessionId);
  if (live !== undefined) {
    if (live.work !== null) return { outcome: 'busy', taskId: live.work.task.id };
    await live.handle.cancel();
    return { outcome: 'ended' };
  }
  const row = await context.store.sessions.find(sessionId);
  if (row === null) return { outcome: 'not_found' };
  if (row.ownerDaemon !== context.me.owner) {
    return { outcome: 'not_owner', ownerDaemon: row.ownerDaemon };
  }
  await context.store.sessions.endIfLive(sessionId, context.clock.now());
  return { outcome: 'already_ended' };
}

async function resume(context: DispatchContext, work: Work): Promise<void> {
  await work.started;
  if (work.session === null) return;
  work.session.handle.signal('continue');
  await showState(context, work.session, 'working');
  hooksOf(context, work.task)?.onAttemptResumed(work.task);
  if (work.promptPending) await promptNow(context, work, work.session);
}

function stillHolds(context: DispatchContext, work: Work): boolean {
  return context.live.find(work.claim) === work;
}
