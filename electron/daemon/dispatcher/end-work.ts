import { assertNever } from '../../../shared/assert-never.ts';
import type { EndOutcome, TaskClaim } from '../store/store.ts';
import type { TurnResult } from '../workers/worker-handle.ts';
import { backoffOf, type DispatchContext, hooksOf } from './dispatch-context.ts';
import type { LiveSession, Work } from './live-work.ts';

/**
 * The one way in which a result reaches the queue, however long the database cannot be written. What follows from it
 * happens after the commit, and only for the winner.
 */
export async function endWork(
  context: DispatchContext,
  claim: TaskClaim,
  result: TurnResult,
): Promise<EndOutcome> {
  const now = context.clock.now();
  const { tasks } = context.store;
  const outcome = await context.untilWritten(() =>
    result.outcome === 'done'
      ? tasks.complete(claim, result.digest, now)
      : tasks.fail(claim, result.error, backoffOf(context), now),
  );
  await followEnding(context, claim, outcome);
  return outcome;
}

/** What follows from an ending that is committed. */
export async function followEnding(
  context: DispatchContext,
  claim: TaskClaim,
  outcome: EndOutcome,
): Promise<void> {
  switch (outcome.outcome) {
    case 'settled':
    case 'requeued': {
      context.log.info(
        { task: claim.id, generation: claim.generation, status: outcome.task.status },
        'task ended',
      );
      const work = context.live.remove(claim);
      context.kick();
      if (work !== undefined) await leaveWorker(context, work);
      if (outcome.outcome === 'settled') {
        hooksOf(context, outcome.task)?.onAttemptSettled(outcome.task);
      }
      return;
    }
    case 'kept':
      context.log.info({ task: claim.id }, 'result kept while held');
      return;
    case 'stale':
    case 'not_found':
      context.log.warn(
        { task: claim.id, generation: claim.generation, outcome },
        'late result refused',
      );
      await endLostWorker(context, claim);
      return;
    default:
      assertNever(outcome);
  }
}

/**
 * Ends what still works for a claim that is gone: reclaimed, cancelled, or lapsed while held.
 * Resolves when no process of it is left; the session of a send only loses its turn.
 */
export async function endLostWorker(context: DispatchContext, claim: TaskClaim): Promise<void> {
  const work = context.live.ofTask(claim.id);
  if (work === undefined || work.claim.generation > claim.generation) return;
  context.live.remove(work.claim);
  // A worker that is still starting has no handle yet; once started it is either here or ended by its start.
  await work.started;
  if (work.session === null) return;
  if (work.task.kind === 'send') {
    work.session.handle.interrupt();
    await showState(context, work.session, 'idle');
    return;
  }
  await work.session.handle.cancel();
}

/**
 * A worker made for a spawn goes with it. The session of a send stays, and so does an attempt's:
 * attempts do not tear down their worker.
 */
async function leaveWorker(context: DispatchContext, work: Work): Promise<void> {
  const session = work.session;
  if (session === null) return;
  if (work.task.kind === 'spawn') {
    await session.handle.cancel();
    return;
  }
  await showState(context, session, 'idle');
  // Only now can a conductor be told what settled while it worked.
  context.kick();
}

/** Writes on the board what a session does now. */
export async function showState(
  context: DispatchContext,
  session: LiveSession,
  state: 'idle' | 'working' | 'awaiting',
): Promise<void> {
  await context.untilWritten(() => context.store.sessions.setStateIfLive(session.id, state));
}

/** The session is over, and so is its process. */
export async function forgetSession(context: DispatchContext, sessionId: string): Promise<void> {
  await context.untilWritten(() =>
    context.store.sessions.endWithProcess(sessionId, context.clock.now()),
  );
}
