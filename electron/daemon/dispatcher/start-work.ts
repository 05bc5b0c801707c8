import { assertNever } from '../../../shared/assert-never.ts';
import type { Profile } from '../../../shared/configuration.ts';
import { workError } from '../../../shared/work-errors.ts';
import { logFailure } from '../log-failure.ts';
import { orderedId } from '../ordered-id.ts';
import type { Task } from '../store/store.ts';
import type { WorkerHandle } from '../workers/worker-handle.ts';
import type { AttemptGround } from './attempt-hooks.ts';
import { type DispatchContext, hooksOf, type PreparedFolder } from './dispatch-context.ts';
import { endWork, forgetSession } from './end-work.ts';
import { keepCosts } from './keep-costs.ts';
import { isBusy, type LiveSession, type Work } from './live-work.ts';
import { listenToWorker } from './worker-events.ts';

type ReadyFolder = Extract<PreparedFolder, { outcome: 'ready' }>;

/** Starts the worker of a claimed spawn or attempt. Every failure ends the task under its claim; nothing is thrown away. */
export async function startWorker(context: DispatchContext, work: Work): Promise<void> {
  const { task, claim } = work;
  const live = await sessionToContinue(context, task);
  if (live !== undefined) return takeUp(context, work, live);
  const agent = context.agent(task.agent);
  const profile = context.profile(task.profile);
  if (agent === undefined || profile === undefined) {
    const missing = agent === undefined ? `agent "${task.agent}"` : `profile "${task.profile}"`;
    await endWork(context, claim, {
      outcome: 'failed',
      error: workError('agent_unknown', `There is no ${missing} in the configuration.`),
    });
    return;
  }

  const ground = await groundOf(context, task, profile);
  // What the daemon's own stop ended has not failed: its row is reclaimed at the next start.
  if (ground.outcome === 'failed' && context.live.closed) return;
  if (ground.outcome === 'failed') {
    await endWork(context, claim, { outcome: 'failed', error: ground.error });
    return;
  }
  const { folder } = ground;

  const { sessions } = context.store;
  const sessionId = orderedId();
  const beginning = {
    id: sessionId,
    projectId: task.projectId,
    taskId: task.id,
    agent: task.agent,
    title: task.prompt,
    acceptsPrompts: agent.protocol === 'acp',
    folder: folder.workFolder,
    branch: folder.branch,
  };
  // Not waited for: a worker that starts meanwhile is found by its process after a kill.
  const begun = context
    .untilWritten(() => sessions.begin(beginning, context.me, context.clock.now()))
    .catch((error: unknown) => {
      logFailure(context.log, error, `session ${sessionId} not written down`);
    });

  let recorded: Promise<void> = Promise.resolve();
  const start = await context.workers.start(
    {
      sessionId,
      agentId: task.agent,
      agent,
      profile: ground.profile,
      shape: task.shape,
      workFolder: folder.workFolder,
      notes: folder.notes,
      env: ground.env,
      agentSession: ground.agentSession,
    },
    (identity) => {
      const process = { sessionId, ...identity };
      recorded = context.untilWritten(() =>
        sessions.recordProcess(process, context.me, context.clock.now()),
      );
      // Whoever waits for it hears of a failure; until the start is over nobody does.
      recorded.catch(() => {});
    },
  );
  await recorded;
  if (start.outcome === 'failed') {
    await begun;
    await forgetSession(context, sessionId);
    await folder.discardIfUntouched();
    // A start that the daemon's own stop ended has not failed: its row is reclaimed at the next start.
    if (context.live.closed) return;
    await endWork(context, claim, { outcome: 'failed', error: start.error });
    return;
  }
  await attach(context, work, { handle: start.handle, folder, begun });
}

/** A live worker of an earlier attempt of the same run, which goes on where it stopped. */
async function sessionToContinue(
  context: DispatchContext,
  task: Task,
): Promise<LiveSession | undefined> {
  const sessionId = await hooksOf(context, task)?.continueAttempt(task);
  if (sessionId === undefined || sessionId === null) return undefined;
  const session = context.live.session(sessionId);
  return session !== undefined && canTakePrompt(session) && !isBusy(session) ? session : undefined;
}

/** Where a worker works, under which profile, and what it has to go on from. */
async function groundOf(
  context: DispatchContext,
  task: Task,
  profile: Profile,
): Promise<AttemptGround> {
  const hooks = hooksOf(context, task);
  if (hooks !== undefined) return hooks.spawnAttemptWorker(task);
  const folder = await context.prepareFolder(task);
  if (folder.outcome === 'failed') return folder;
  return { outcome: 'ready', folder, profile: () => profile, env: {}, agentSession: null };
}

interface StartedWorker {
  readonly handle: WorkerHandle;
  readonly folder: ReadyFolder;
  /** Its session is written down, or cannot be. What happens to it comes after that. */
  readonly begun: Promise<void>;
}

/** The worker is there: it belongs to the task if the claim still stands, else it is ended again. */
async function attach(
  context: DispatchContext,
  work: Work,
  { handle, folder, begun }: StartedWorker,
): Promise<void> {
  const { task, claim } = work;
  const session: LiveSession = {
    id: handle.sessionId,
    handle,
    work,
    turnOpen: false,
    tail: begun,
  };
  context.live.addSession(session);
  context.watch(handle);
  // First: what a turn cost is written before its task settles.
  keepCosts(context, session);
  listenToWorker(context, session, folder);

  const { agentSession } = handle;
  if (agentSession !== null) {
    await begun;
    await context.untilWritten(() =>
      context.store.sessions.setAgentSession(session.id, agentSession),
    );
  }
  const at = { sessionId: session.id, workFolder: folder.workFolder, branch: folder.branch };
  const marked = await context.untilWritten(() =>
    context.store.tasks.markRunning(claim, at, context.clock.now()),
  );
  switch (marked.outcome) {
    case 'running':
      work.session = session;
      hooksOf(context, task)?.onAttemptStarted(task, handle);
      await promptNow(context, work, session);
      // Not awaited: in a large repository this takes its time, and people may act on the task meanwhile.
      void noteLate(handle, folder).catch((error: unknown) => {
        context.log.warn({ task: task.id, err: error }, 'late note');
      });
      return;
    case 'held':
      work.session = session;
      work.promptPending = true;
      handle.signal('stop');
      return;
    case 'stale':
    case 'not_found':
      context.log.info({ task: task.id, marked }, 'start came late; worker ended');
      session.work = null;
      await handle.cancel();
      // Only now: whoever cancelled the task waits for its worker to be gone, as long as the work is known.
      context.live.remove(claim);
      return;
    default:
      assertNever(marked);
  }
}

async function noteLate(handle: WorkerHandle, folder: ReadyFolder): Promise<void> {
  const note = await folder.lateNote();
  if (note !== null) handle.note(note);
}

/** Sends the prompt of the work; a worker that cannot take it ends the work. */
export async function promptNow(
  context: DispatchContext,
  work: Work,
  session: LiveSession,
): Promise<void> {
  if (context.live.closed) return;
  work.promptPending = false;
  session.turnOpen = true;
  const prompted = session.handle.prompt(work.task.prompt);
  if (prompted.outcome === 'accepted') return;
  session.turnOpen = false;
  await endWork(context, work.claim, {
    outcome: 'failed',
    error: workError(
      'agent_exited_without_answer',
      prompted.outcome === 'gone'
        ? 'The worker exited before it got its prompt.'
        : 'The worker was busy with another prompt.',
    ),
  });
}

/** Why a send could not start now. */
export type SendStart = 'started' | 'deferred' | 'ended';

/** Delivers a claimed send to its live session; a busy session defers it without burning an attempt. */
export async function startSend(context: DispatchContext, work: Work): Promise<SendStart> {
  const { task, claim } = work;
  const session =
    task.targetSession === null ? undefined : context.live.session(task.targetSession);
  if (session === undefined || !canTakePrompt(session)) {
    await endWork(context, claim, {
      outcome: 'failed',
      error: workError('session_not_live', `Session ${task.targetSession ?? ''} is not live.`),
    });
    return 'ended';
  }
  if (isBusy(session)) {
    context.live.remove(claim);
    await context.untilWritten(() =>
      context.store.tasks.release(claim, 'The session is busy.', context.clock.now()),
    );
    return 'deferred';
  }
  await takeUp(context, work, session);
  return context.live.find(claim) === undefined ? 'ended' : 'started';
}

/** A live session works for the claim from now on. */
async function takeUp(context: DispatchContext, work: Work, session: LiveSession): Promise<void> {
  const { task, claim } = work;
  session.work = work;
  work.session = session;
  const row = await context.store.sessions.find(session.id);
  const at = {
    sessionId: session.id,
    workFolder: row?.folder ?? task.folder,
    branch: row?.branch ?? null,
  };
  const marked = await context.untilWritten(() =>
    context.store.tasks.markRunning(claim, at, context.clock.now()),
  );
  switch (marked.outcome) {
    case 'running':
      await context.untilWritten(() => context.store.sessions.setTaskIfLive(session.id, task.id));
      hooksOf(context, task)?.onAttemptStarted(task, session.handle);
      await promptNow(context, work, session);
      return;
    case 'held':
      work.promptPending = true;
      session.handle.signal('stop');
      return;
    case 'stale':
    case 'not_found':
      context.live.remove(claim);
      return;
    default:
      assertNever(marked);
  }
}

function canTakePrompt({ handle }: LiveSession): boolean {
  return handle.acceptsPrompts && handle.isAlive();
}
