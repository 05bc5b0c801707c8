import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import type { ContractHandlers, Push } from '../../shared/contract.ts';
import { type LoopbackApi, startLoopbackApi } from './api/loopback-api.ts';
import { ActivityFeed } from './board/activity-feed.ts';
import { BoardFeed } from './board/board-feed.ts';
import { ConfigurationFile } from './configuration/configuration-file.ts';
import { systemClock } from './dispatcher/clock.ts';
import { Dispatcher } from './dispatcher/dispatcher.ts';
import { LiveWork } from './dispatcher/live-work.ts';
import { createHandlers } from './handlers/handlers.ts';
import { prepareHome } from './home-folder.ts';
import { openStore } from './open-store.ts';
import { recoverFromEarlierBoot } from './recover.ts';
import type { DaemonIdentity } from './store/store.ts';
import { folderForTask, projectOfFolder } from './work-folders.ts';
import { resolveAgent } from './workers/agents/resolve-agent.ts';
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
}

export interface Daemon {
  readonly handlers: ContractHandlers;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (push: Push) => void): () => void;
  /** The log of the home, where an operator looks. */
  readonly log: Pick<Logger, 'error'>;
  /** Ends every worker and closes the database. Resolves when nothing of this daemon is left. */
  stop(): Promise<void>;
}

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
  const log = pino({ base: null }, pino.destination(path.join(folder.logs, 'daemon.log')));
  const me: DaemonIdentity = { owner: `127.0.0.1:${port}`, bootId: randomUUID() };
  const api = await startLoopbackApi(folder.home, port, { ...me, version });

  const listeners = new Set<(push: Push) => void>();
  const publish = (push: Push) => {
    for (const listener of listeners) listener(push);
  };
  let boardChanged = () => {};
  const store = await stoppingOnFailure(api, async () =>
    openStore({
      file: folder.database,
      binding: options.sqliteBinding,
      accountId: LOCAL_ACCOUNT,
      onCommit: () => boardChanged(),
    }),
  );
  log.info({ ...me, version, home: folder.home, pid: process.pid }, 'daemon starts');
  await recoverFromEarlierBoot(store, me, folder.home, log, systemClock.now());

  const configuration = new ConfigurationFile(folder.configuration, () =>
    publish({ event: 'catalog' }),
  );
  const limits = () => configuration.configuration.dispatch;
  const workers = new LocalWorkerHost({
    home: folder.home,
    ownerDaemon: me.owner,
    version,
    limits,
    now: systemClock.now,
  });
  const board = await BoardFeed.start(
    store.board,
    (delta) => publish({ event: 'board', delta }),
    log,
  );
  boardChanged = () => board.changed();
  const activity = new ActivityFeed((activities) => publish({ event: 'activity', activities }));
  const live = new LiveWork();
  const dispatcher: Dispatcher = new Dispatcher({
    me,
    store,
    workers,
    live,
    clock: systemClock,
    log,
    limits,
    agent: (id) => resolveAgent(configuration.configuration, id),
    profile: (id) => resolveProfile(configuration.configuration, id),
    prepareFolder: (task) => folderForTask(folder.home, task),
    watch: (handle) => activity.watch(handle),
    kick: () => dispatcher.kick(),
  });
  dispatcher.kick();

  return {
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
      processIdOf: (sessionId) => workers.find(sessionId)?.process.pid ?? null,
    }),

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    log,

    async stop() {
      log.info('daemon stops');
      live.closed = true;
      const claimed = dispatcher.stop();
      await workers.stop();
      await claimed;
      // A start that was under way when the workers were ended may have brought one more.
      await workers.stop();
      activity.stop();
      board.stop();
      for (const session of live.sessions()) {
        await store.sessions.endIfLive(session.id, systemClock.now());
        await store.sessions.forgetProcess(session.id);
      }
      store.close();
      await api.stop();
      log.flush();
    },
  };
}

/** The port is given back when what needs it cannot be had. */
async function stoppingOnFailure<Result>(
  api: LoopbackApi,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await api.stop();
    throw error;
  }
}
