import { assertNever } from '../../../shared/assert-never.ts';
import { workError } from '../../../shared/work-errors.ts';
import { logFailure } from '../log-failure.ts';
import type { WorkerEvent, WorkerQuestion } from '../workers/worker-handle.ts';
import { backoffOf, type DispatchContext, hooksOf } from './dispatch-context.ts';
import { endWork, followEnding, forgetSession, showState } from './end-work.ts';
import type { LiveSession } from './live-work.ts';

/**
 * Turns what a worker reports into transitions, one event after another: a question before the end of its turn,
 * the end of a turn before the exit.
 */
export function listenToWorker(
  context: DispatchContext,
  session: LiveSession,
  folder: { readonly discardIfUntouched: () => Promise<void> },
): void {
  session.handle.subscribe(0, (event) => {
    if (event.type === 'transcript' || context.live.closed) return;
    const { work } = session;
    const isEnd = event.type === 'turn_ended' || event.type === 'exited';
    if (isEnd && work !== null) work.isEnding = true;
    session.tail = session.tail
      .then(() => react(context, session, event))
      .then(() => (event.type === 'exited' ? folder.discardIfUntouched() : undefined))
      .catch((error: unknown) => {
        logFailure(context.log, error, `${event.type} of session ${session.id} not followed`);
      })
      .finally(() => {
        if (isEnd && work !== null) work.isEnding = false;
      });
  });
}

async function react(
  context: DispatchContext,
  session: LiveSession,
  event: Exclude<WorkerEvent, { type: 'transcript' }>,
): Promise<void> {
  switch (event.type) {
    case 'question':
      return askPerson(context, session, event.question);
    case 'question_withdrawn':
      return takeBack(context, session, event.requestId);
    case 'turn_ended': {
      session.turnOpen = false;
      const { work } = session;
      if (work === null) {
        context.kick();
        return;
      }
      const ended = await endWork(context, work.claim, event.result);
      work.finishedWhileHeld = ended.outcome === 'kept' && event.result.outcome === 'done';
      return;
    }
    case 'exited':
      return closeSession(context, session, event.error?.message ?? 'Its worker exited.');
    default:
      assertNever(event);
  }
}

async function askPerson(
  context: DispatchContext,
  session: LiveSession,
  question: WorkerQuestion,
): Promise<void> {
  const work = session.work;
  if (work === null) {
    session.handle.answer(question.requestId, null, 'Fleetboard');
    return;
  }
  const { claim } = work;
  const asked = await context.untilWritten(() =>
    context.store.approvals.ask(
      claim,
      session.id,
      question,
      context.me,
      context.limits().holdMaxMs,
      context.clock.now(),
    ),
  );
  switch (asked.outcome) {
    case 'answered_before':
      session.handle.answer(
        question.requestId,
        asked.optionId,
        `${asked.by}, before the agent was started again`,
      );
      return;
    case 'held':
    case 'waiting':
      await showState(context, session, 'awaiting');
      hooksOf(context, work.task)?.onAttemptWaiting(work.task);
      // Whoever waits on a person takes no slot.
      context.kick();
      return;
    case 'stale':
    case 'not_found':
      session.handle.answer(question.requestId, null, 'Fleetboard');
      return;
    default:
      assertNever(asked);
  }
}

/** A question that went away must not leave its attempt parked on nothing. */
async function takeBack(
  context: DispatchContext,
  session: LiveSession,
  requestId: string,
): Promise<void> {
  const work = session.work;
  if (work === null) return;
  const { store, me } = context;
  const taskId = work.task.id;
  const wasOpen = await context.untilWritten(() =>
    store.approvals.expireIfOpen(taskId, session.id, requestId, context.clock.now()),
  );
  if (!wasOpen || work.task.kind !== 'attempt') return;
  const resumed = await context.untilWritten(() =>
    store.tasks.unhold(taskId, me, 'the agent', backoffOf(context), context.clock.now()),
  );
  if (resumed.ended !== undefined) await followEnding(context, work.claim, resumed.ended);
  else if (resumed.outcome === 'resumed') {
    await showState(context, session, 'working');
    hooksOf(context, work.task)?.onAttemptResumed(work.task);
  }
}

async function closeSession(
  context: DispatchContext,
  session: LiveSession,
  reason: string,
): Promise<void> {
  const work = session.work;
  if (work !== null && !work.finishedWhileHeld) {
    // The turn's own end was handled before; what is left is work that never got to a turn, or is held.
    const ended = await endWork(context, work.claim, {
      outcome: 'failed',
      error: workError('agent_exited_without_answer', reason),
    });
    if (ended.outcome === 'kept') {
      const { me, store, clock } = context;
      const resumed = await context.untilWritten(() =>
        store.tasks.unholdWithoutWorker(work.task.id, me, backoffOf(context), clock.now()),
      );
      if (resumed.ended !== undefined) await followEnding(context, work.claim, resumed.ended);
    }
  }
  await forgetSession(context, session.id);
  context.live.removeSession(session.id);
  context.kick();
}
