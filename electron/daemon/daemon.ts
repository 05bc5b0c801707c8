import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import type { Push } from '../../shared/contract.ts';
import type { Problem } from '../../shared/problems.ts';
import { type LoopbackApi, type ServedDaemon, startLoopbackApi } from './api/loopback-api.ts';
import { ActivityFeed } from './board/activity-feed.ts';
import { BoardFeed } from './board/board-feed.ts';
import { DispatchFeed } from './board/dispatch-feed.ts';
import { OthersWrites } from './board/others-writes.ts';
import { ConfigurationFile } from './configuration/configuration-file.ts';
import { DaemonCannotStart } from './daemon-cannot-start.ts';
import { systemClock } from './dispatcher/clock.ts';
import { Dispatcher } from './dispatcher/dispatcher.ts';
import { LiveWork } from './dispatcher/live-work.ts';
import { PatientWrites } from './dispatcher/patient-writes.ts';
import { FleetFeed } from './fleet/fleet-feed.ts';
import { createHandlers } from './handlers/handlers.ts';
import { type HomeFolder, prepareHome } from './home-folder.ts';
import { logFailure } from './log-failure.ts';
import { LogFile } from './log-file.ts';
import { openStore } from './open-store.ts';
import { Forges } from './pulls/forges.ts';
import { recoverFromEarlierBoot } from './recover.ts';
import { keepRuns } from './run-keeping.ts';
import { SpacedRuns } from './spaced-runs.ts';
import type { Committed } from './store/connection.ts';
import type { DaemonIdentity } from './store/store.ts';
import { StoreUnavailable } from './store/store-unavailable.ts';
import { StoreTrouble } from './store-trouble.ts';
import { clearLeftFolders, folderForTask, projectOfFolder } from './work-folders.ts';
import { AgentTests } from './workers/agents/agent-tests.ts';
import { agentIds, resolveAgent } from './workers/agents/resolve-agent.ts';
import { GroupUse } from './workers/group-use.ts';
import { LocalWorkerHost } from './workers/local-worker-host.ts';
import { resolveProfile } from './workers/profiles/describe-profiles.ts';
import { readTranscript } from './workers/transcripts/read-transcript.ts';

export interface DaemonOptions {
  /** Folder of the database, transcripts, worktrees, logs and config.json. Created when missing. */
  readonly home: string;
  /** Port of the loopback API on 127.0.0.1; part of the daemon's identity. */
  readonly port: number;
  readonly version: string;
  /** Path of a better-sqlite3 binary for runtimes that its prebuilt ones do not serve. */
  readonly sqliteBinding: string | null;
  /** Folder of the built page, for browsers. Without it the port serves none. */
  readonly page?: string;
  /** The port is taken at once; who connects to it waits for this. Without it the start waits until the port answers. */
  readonly portAnswersAfter?: () => Promise<void>;
}

export interface Daemon extends ServedDaemon {
  /** The machine is about to sleep, and has woken up. Where nobody can tell, the daemon notices by its clocks. */
  suspended(): void;
  resumed(): void;
  /** The log of the home, where an operator looks. */
  readonly log: Pick<Logger, 'error'>;
  /** Ends every worker and closes the database. Resolves when nothing of this daemon is left. */
  stop(): Promise<void>;
}

/** A daemon that works beside this one must not keep it looking. */
const OTHERS_KICK_SPACING_MS = 20;

/** The one account of a local installation; half of every row's tenant. */
const LOCAL_ACCOUNT = 'local';

/**
 * Starts in the order in which things depend on each other: home, identity (the port), store, what an earlier boot
 * left, and only then the dispatcher. Stops in the opposite order.
 *
 * @throws DaemonCannotStart
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { version, port } = options;
  const folder = prepareHome(options.home);
  const log = pino({ base: null }, new LogFile(path.join(folder.logs, 'daemon.log')));
  const me: DaemonIdentity = { owner: `127.0.0.1:${port}`, bootId: randomUUID() };
  const api = await startLoopbackApi({
    home: folder.home,
    port,
    identity: { ...me, version },
    page: options.page ?? null,
    log,
  });
  const undo: Undo[] = [() => api.stop()];
  try {
    if (options.portAnswersAfter === undefined) await api.open();
    else openLater(api, options.portAnswersAfter(), log);
    return await startOnPort({ options, folder, log, me, api }, undo);
  } catch (error) {
    for (const step of undo.reverse()) await step();
    if (error instanceof StoreUnavailable) throw new DaemonCannotStart(error.problem, error);
    throw error;
  }
}

function openLater(api: LoopbackApi, moment: Promise<void>, log: Logger): void {
  moment
    .then(() => api.open())
    .catch((error: unknown) => log.error({ err: error }, 'the port does not answer'));
}

interface Ground {
  readonly options: DaemonOptions;
  readonly folder: HomeFolder;
  readonly log: Logger;
  readonly me: DaemonIdentity;
  readonly api: LoopbackApi;
}

/** Gives back what was taken, when what needs it cannot be had. */
type Undo = () => void | Promise<void>;

async function startOnPort(ground: Ground, undo: Undo[]): Promise<Daemon> {
  const { folder, log, me, api, options } = ground;
  const { version } = options;
  const listeners = new Set<(push: Push) => void>();
  const publish = (push: Push) => {
    for (const listener of listeners) listener(push);
  };
  let queuing = () => {};
  let changed = (_committed: Committed) => {};
  let troubleChanged = (_problem: Problem | null) => {};
  const trouble = new StoreTrouble((problem) => {
    if (problem === null) log.info('the database can be written again');
    else log.error({ problem }, 'the database is in trouble');
    troubleChanged(problem);
  });
  const store = openStore({
    file: folder.database,
    binding: options.sqliteBinding,
    accountId: LOCAL_ACCOUNT,
    onQueuing: () => queuing(),
    onCommit: (committed) => {
      trouble.committed(committed);
      changed(committed);
    },
    onFailure: (error) => trouble.failed(error),
  });
  undo.push(() => store.close());
  log.info({ ...me, version, home: folder.home, pid: process.pid }, 'daemon starts');
  await recoverFromEarlierBoot(store, me, folder.home, log, systemClock.now());

  let limitsChanged = () => {};
  const configuration = new ConfigurationFile(folder.configuration, () => {
    limitsChanged();
    publish({ event: 'catalog' });
  });
  const limits = () => configuration.configuration.dispatch;
  const workers = new LocalWorkerHost({
    home: folder.home,
    ownerDaemon: me.owner,
    version,
    limits,
    now: systemClock.now,
  });
  const fleet = await FleetFeed.start({
    me,
    about: { machine: hostname(), pid: process.pid, version },
    store: store.fleet,
    trouble: () => trouble.current(),
    publish: (fleet) => publish({ event: 'fleet', fleet }),
    log,
    now: systemClock.now,
  });
  undo.push(() => sayGoodbye(log, () => fleet.stop()));
  const settled = await DispatchFeed.start(
    store.events,
    (events) => publish({ event: 'dispatch', events }),
    log,
  );
  const board = await BoardFeed.start(
    store.board,
    (delta) => {
      publish({ event: 'board', delta });
      settled.changed();
    },
    log,
  );
  const activity = new ActivityFeed((activities) => publish({ event: 'activity', activities }));
  const live = new LiveWork();
  const patience = new PatientWrites();
  const shared = {
    ...{ me, store, workers, clock: systemClock, log, limits },
    agent: (id: string) => resolveAgent(configuration.configuration, id),
    profile: (id: string) => resolveProfile(configuration.configuration, id),
    untilWritten: <Outcome>(write: () => Promise<Outcome>) => patience.untilWritten(write),
  };
  const forges = new Forges(() => configuration.configuration, systemClock.now);
  const runs = keepRuns(shared, {
    home: folder.home,
    project: (repository) => configuration.configuration.projects[repository],
    forgeOf: (host) => forges.of(host),
    dispatcher: () => dispatcher,
  });
  const dispatcher: Dispatcher = new Dispatcher({
    ...shared,
    live,
    attempts: runs.loops.controller,
    prepareFolder: (task) => folderForTask(folder.home, task),
    clearLeftFolders: (task) => clearLeftFolders(folder.home, task),
    watch: (handle) => activity.watch(handle),
    kick: () => dispatcher.kick(),
  });
  troubleChanged = (problem) => {
    fleet.changed();
    if (problem !== null) return;
    patience.tryAgain();
    dispatcher.kick();
    board.changed();
  };
  // More workers may start now, and the next look may be due sooner.
  limitsChanged = () => {
    runs.loops.controller.limitsChanged();
    dispatcher.kick();
  };
  configuration.watch();
  undo.push(() => configuration.unwatch());
  const agentTests = new AgentTests({
    home: folder.home,
    log,
    ownerDaemon: me.owner,
    version,
    agent: shared.agent,
    agentIds: () => agentIds(configuration.configuration),
    handshakeTimeoutMs: () => limits().handshakeTimeoutMs,
  });
  // Another process may have queued something for this daemon, or for whoever takes it.
  const kicks = new SpacedRuns(() => dispatcher.kick(), OTHERS_KICK_SPACING_MS);
  const others = new OthersWrites({
    file: folder.database,
    board: store.board,
    onWrite: () => {
      kicks.request();
      board.changed();
    },
    log,
  });
  queuing = () => dispatcher.kick();
  changed = ({ queued }) => {
    others.wrote();
    board.changed();
    if (queued) dispatcher.kick();
  };
  await runs.start();
  dispatcher.kick();

  const groupUse = new GroupUse();
  const daemon: Daemon = {
    owner: me.owner,
    home: folder.home,
    handlers: createHandlers({
      me,
      version,
      home: folder.home,
      store,
      dispatcher,
      configuration,
      activity,
      now: systemClock.now,
      projectOf: projectOfFolder,
      transcript: ({ sessionId, from, limit }) =>
        readTranscript(folder.home, sessionId, from, limit),
      fleet: () => fleet.read(),
      loops: runs.loops,
      pulls: runs.pulls,
      agentTests,
      processIdOf: (sessionId) => workers.find(sessionId)?.process.pid ?? null,
      measureGroup: (group) => groupUse.measure(group),
    }),

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    log,

    suspended: () => dispatcher.suspended(),
    resumed: () => dispatcher.resumed(),

    async stop() {
      log.info('daemon stops');
      api.serve(null);
      live.closed = true;
      patience.stop();
      configuration.unwatch();
      const tested = agentTests.stop();
      const claimed = dispatcher.stop();
      const stepped = runs.stop();
      await workers.stop();
      await claimed;
      await tested;
      // A start that was under way when the workers were ended may have brought one more.
      await workers.stop();
      await stepped;
      activity.stop();
      others.stop();
      kicks.stop();
      board.stop();
      settled.stop();
      await sayGoodbye(log, async () => {
        for (const session of live.sessions()) {
          await store.sessions.endWithProcess(session.id, systemClock.now());
        }
      });
      await sayGoodbye(log, () => fleet.stop());
      await Promise.all([store.close(), api.stop()]);
    },
  };
  api.serve(daemon);
  return daemon;
}

/** What is not written at the end is found by the next start, as after a crash. */
async function sayGoodbye(log: Logger, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    logFailure(log, error, 'stops without having closed its sessions');
  }
}
