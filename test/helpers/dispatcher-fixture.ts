import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pino from 'pino';
import type { DispatchContext } from '../../electron/daemon/dispatcher/dispatch-context.ts';
import { Dispatcher } from '../../electron/daemon/dispatcher/dispatcher.ts';
import { LiveWork } from '../../electron/daemon/dispatcher/live-work.ts';
import { PatientWrites } from '../../electron/daemon/dispatcher/patient-writes.ts';
import { openSqliteStore } from '../../electron/daemon/store/sqlite-store.ts';
import type { DaemonIdentity, NewTask, Store, Task } from '../../electron/daemon/store/store.ts';
import { clearLeftFolders, folderForTask } from '../../electron/daemon/work-folders.ts';
import { resolveAgent } from '../../electron/daemon/workers/agents/resolve-agent.ts';
import { LocalWorkerHost } from '../../electron/daemon/workers/local-worker-host.ts';
import { resolveProfile } from '../../electron/daemon/workers/profiles/describe-profiles.ts';
import {
  type AgentConfiguration,
  configurationSchema,
  type DispatchLimits,
} from '../../shared/configuration.ts';
import type { TaskStatus } from '../../shared/tasks.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { TestClock } from './test-clock.ts';

const PROJECT = { id: 'project', name: 'project', folder: '/project' };

export interface FixtureOptions {
  /** Share a home with another daemon of the same test. */
  readonly home?: string;
  readonly owner?: string;
  readonly clock?: TestClock;
  readonly limits?: Partial<DispatchLimits>;
  readonly agents?: Record<string, Partial<AgentConfiguration> & { command: string }>;
  /** Puts gates around methods of the real store. */
  readonly gated?: (store: Store) => Store;
}

/** A real dispatcher on a real database with real workers; only time is the test's. */
export class DispatcherFixture {
  readonly home: string;
  readonly clock: TestClock;
  readonly me: DaemonIdentity;
  /** The store without gates, to look at rows and to act as somebody else. */
  readonly store: Store;
  readonly workers: LocalWorkerHost;
  readonly dispatcher: Dispatcher;
  readonly context: DispatchContext;
  readonly #remove: () => void;
  readonly patience = new PatientWrites();
  readonly #changes = new Set<() => void>();

  constructor(options: FixtureOptions = {}) {
    const folder = options.home === undefined ? temporaryFolder('dispatcher') : undefined;
    this.home = options.home ?? folder?.path ?? '';
    this.#remove = folder?.remove ?? (() => {});
    this.clock = options.clock ?? new TestClock();
    this.me = { owner: options.owner ?? '127.0.0.1:7455', bootId: randomUUID() };
    this.store = openSqliteStore({
      file: path.join(this.home, 'fleetboard.db'),
      binding: null,
      accountId: 'local',
      onCommit: ({ queued }) => {
        if (queued) this.dispatcher.kick();
        for (const look of this.#changes) look();
      },
    });
    const configuration = configurationSchema.parse({
      agents: Object.fromEntries(
        Object.entries(options.agents ?? {}).map(([id, agent]) => [
          id,
          { protocol: 'acp', ...agent },
        ]),
      ),
      dispatch: { backoffBaseMs: 0, ...options.limits },
    });
    const limits = () => configuration.dispatch;
    this.workers = new LocalWorkerHost({
      home: this.home,
      ownerDaemon: this.me.owner,
      version: '0.0.0',
      limits,
      now: () => this.clock.now(),
    });
    this.context = {
      me: this.me,
      store: options.gated?.(this.store) ?? this.store,
      workers: this.workers,
      live: new LiveWork(),
      clock: this.clock,
      log: pino({ level: 'silent' }),
      limits,
      agent: (id) => resolveAgent(configuration, id),
      profile: (id) => resolveProfile(configuration, id),
      prepareFolder: (task) => folderForTask(this.home, task),
      clearLeftFolders: (task) => clearLeftFolders(this.home, task),
      watch: () => {},
      untilWritten: (write) => this.patience.untilWritten(write),
      kick: () => this.dispatcher.kick(),
    };
    this.dispatcher = new Dispatcher(this.context);
  }

  async enqueue(task: Partial<NewTask> & Pick<NewTask, 'kind' | 'prompt'>): Promise<string> {
    const id = task.id ?? randomUUID();
    await this.store.tasks.enqueue(
      {
        projectId: PROJECT.id,
        shape: 'scout',
        targetSession: null,
        folder: this.home,
        agent: 'command',
        profile: 'careful',
        failureLimit: 2,
        createdBy: 'test',
        ...task,
        id,
      },
      PROJECT,
      this.me,
      this.clock.now(),
    );
    return id;
  }

  async task(id: string): Promise<Task> {
    const task = await this.store.tasks.find(id);
    if (task === null) throw new Error(`no task ${id}`);
    return task;
  }

  /** Resolves when the row is as wished; looks again after every commit. */
  async until(id: string, wish: TaskStatus | ((task: Task) => boolean)): Promise<Task> {
    const fits = typeof wish === 'string' ? (task: Task) => task.status === wish : wish;
    return this.eventually(async () => {
      const task = await this.store.tasks.find(id);
      return task !== null && fits(task) ? task : undefined;
    });
  }

  /** Resolves with the first answer that is not undefined, asked again after every commit of this store. */
  async eventually<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
    for (;;) {
      let changed = () => {};
      const change = new Promise<void>((resolve) => {
        changed = resolve;
      });
      this.#changes.add(changed);
      try {
        const answer = await ask();
        if (answer !== undefined) return answer;
        await change;
      } finally {
        this.#changes.delete(changed);
      }
    }
  }

  /** Pid of the process group that serves the task. */
  async processOf(id: string): Promise<number> {
    const { workerSessionId } = await this.task(id);
    const handle = workerSessionId === null ? undefined : this.workers.find(workerSessionId);
    if (handle === undefined) throw new Error(`task ${id} has no worker`);
    return handle.process.pid;
  }

  async stop(): Promise<void> {
    this.context.live.closed = true;
    this.patience.stop();
    const stopped = this.dispatcher.stop();
    await this.workers.stop();
    await stopped;
    await this.workers.stop();
    await this.store.close();
    this.#remove();
  }
}
