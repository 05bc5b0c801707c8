import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { systemClock } from '../../../electron/daemon/dispatcher/clock.ts';
import type { DispatchContext } from '../../../electron/daemon/dispatcher/dispatch-context.ts';
import { Dispatcher } from '../../../electron/daemon/dispatcher/dispatcher.ts';
import { LiveWork } from '../../../electron/daemon/dispatcher/live-work.ts';
import { Checkpoints } from '../../../electron/daemon/store/checkpoints.ts';
import { Connection } from '../../../electron/daemon/store/connection.ts';
import { openDatabase } from '../../../electron/daemon/store/open-database.ts';
import { storeOn } from '../../../electron/daemon/store/sqlite-store.ts';
import type { DaemonIdentity, Store } from '../../../electron/daemon/store/store.ts';
import { configurationSchema } from '../../../shared/configuration.ts';
import { IdleHost } from './idle-host.ts';
import { newSpawn } from './store-contender.ts';
import type { Synchronous } from './store-run.ts';

export interface IdleDispatcherOptions {
  readonly file: string;
  readonly owner: string;
  readonly synchronous: Synchronous;
  readonly concurrency: number;
  /** The handler starts. */
  readonly onPrompt: (prompt: string) => void;
  /** A task is done, and that is committed. */
  readonly onSettled: () => void;
  readonly onCommit: () => void;
}

/** The real dispatcher on the real store; only the executor does nothing. */
export class IdleDispatcher {
  readonly me: DaemonIdentity;
  readonly store: Store;
  readonly dispatcher: Dispatcher;
  readonly #checkpoints: Checkpoints;

  constructor(options: IdleDispatcherOptions) {
    const { file, owner, synchronous, concurrency, onPrompt, onSettled, onCommit } = options;
    this.me = { owner, bootId: randomUUID() };
    const opened = { file, binding: null };
    const database = openDatabase(opened);
    database.pragma(`synchronous = ${synchronous}`);
    this.#checkpoints = new Checkpoints(database, opened);
    this.store = storeOn(
      new Connection(database, {
        onQueuing: () => this.dispatcher.kick(),
        onCommit: ({ queued }) => {
          this.#checkpoints.committed();
          onCommit();
          if (queued) this.dispatcher.kick();
        },
      }),
      'local',
    );
    const { tasks } = this.store;
    const configuration = configurationSchema.parse({
      dispatch: { maxConcurrentWorkers: concurrency },
    });
    const context: DispatchContext = {
      me: this.me,
      store: {
        ...this.store,
        tasks: {
          ...tasks,
          async complete(...settling) {
            const outcome = await tasks.complete(...settling);
            onSettled();
            return outcome;
          },
        },
      },
      workers: new IdleHost(onPrompt),
      live: new LiveWork(),
      clock: systemClock,
      log: pino({ level: 'silent' }),
      limits: () => configuration.dispatch,
      agent: () => ({ protocol: 'command', command: 'true', args: [], env: {} }),
      profile: () => ({ allow: [], commands: [], paths: [], toolBudget: 0 }),
      clearLeftFolders: async () => {},
      prepareFolder: async ({ folder }) => ({
        outcome: 'ready',
        workFolder: folder,
        branch: null,
        notes: [],
        lateNote: async () => null,
        discardIfUntouched: async () => {},
      }),
      watch: () => {},
      kick: () => this.dispatcher.kick(),
      untilWritten: (write) => write(),
    };
    this.dispatcher = new Dispatcher(context);
  }

  /** Queues a spawn whose prompt is its id; it kicks, as in the daemon. */
  async enqueue(id: string, project: string): Promise<void> {
    await this.store.tasks.enqueue(
      newSpawn(id, project),
      { id: project, name: project, folder: '/' },
      this.me,
      Date.now(),
    );
  }

  async stop(): Promise<void> {
    await this.dispatcher.stop();
    await this.#checkpoints.close();
    await this.store.close();
  }
}
