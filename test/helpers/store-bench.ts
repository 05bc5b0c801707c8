import type {
  DaemonIdentity,
  NewSession,
  NewTask,
  Store,
  Task,
  TaskClaim,
} from '../../electron/daemon/store/store.ts';
import type { WorkerQuestion } from '../../electron/daemon/workers/worker-handle.ts';
import {
  type TaskKind,
  type TaskStatus,
  taskKindSchema,
  taskStatusSchema,
} from '../../shared/tasks.ts';
import { workError } from '../../shared/work-errors.ts';
import type { DatabaseUnderTest, Row } from './store-database.ts';

export const KINDS = taskKindSchema.options;
const STATUSES = taskStatusSchema.options;

export const ME: DaemonIdentity = { owner: '127.0.0.1:7455', bootId: 'boot-of-mine' };
/** The same daemon after a restart. */
export const ME_RESTARTED: DaemonIdentity = { owner: ME.owner, bootId: 'next-boot-of-mine' };
export const OTHER: DaemonIdentity = { owner: '127.0.0.1:7460', bootId: 'boot-of-other' };

/** The times at which the steps below happen; a test acts later. */
export const ENQUEUED_AT = 1_000;
export const CLAIMED_AT = 2_000;
export const STARTED_AT = 3_000;
export const HELD_AT = 4_000;
export const SETTLED_AT = 5_000;
export const HOLD_MAX_MS = 10_000;
export const LEASE_MS = 60_000;
export const BACKOFF = { baseMs: 100, capMs: LEASE_MS, jitter: 0 };
export const NO_CAP = 1_000;

export const SESSION = {
  sessionId: 'session-1',
  workFolder: '/folders/one',
  branch: 'fleetboard/1',
};
export const RETRYABLE = workError('command_failed', 'It exited with 1.');
export const FINAL = workError('agent_not_found', 'There is no such agent.');

export const QUESTION: WorkerQuestion = {
  requestId: 'request-1',
  title: 'Run npm test',
  toolKind: 'execute',
  subject: 'npm test',
  reason: 'The profile does not allow commands.',
  command: 'npm test',
  locations: ['/folders/one'],
  diffs: [{ path: 'a.ts', oldText: null, newText: 'a' }],
  options: [
    { optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
    { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
  ],
};

/** A fresh database with one store, and the steps that bring a task into any state through the store itself. */
export class StoreBench<Under extends DatabaseUnderTest = DatabaseUnderTest> {
  readonly database: Under;
  readonly store: Store;
  #enqueued = 0;

  constructor(create: () => Under) {
    this.database = create();
    this.store = this.database.open();
  }

  async queued(kind: TaskKind, task: Partial<NewTask> = {}, by = ME, store = this.store) {
    this.#enqueued += 1;
    const projectId = task.projectId ?? 'project-1';
    return store.tasks.enqueue(
      {
        id: `task-${this.#enqueued}`,
        projectId,
        kind,
        shape: 'ship',
        targetSession: kind === 'send' ? 'session-1' : null,
        folder: '/folders/one',
        prompt: 'Mend the gate\nand paint it',
        agent: 'claude',
        profile: 'careful',
        failureLimit: 3,
        createdBy: 'ann',
        ...(kind === 'attempt' && { runId: 'run-1', attemptId: 'attempt-1' }),
        ...task,
      },
      { id: projectId, name: projectId, folder: `/projects/${projectId}` },
      by,
      ENQUEUED_AT,
    );
  }

  async claimed(kind: TaskKind, task: Partial<NewTask> = {}, by = ME, store = this.store) {
    const { id } = await this.queued(kind, task, by, store);
    return this.claim(id, by, CLAIMED_AT, store);
  }

  /** Claims this task, whatever else is queued. */
  async claim(id: string, by = ME, now = CLAIMED_AT, store = this.store): Promise<Task> {
    const others = this.database.tables().tasks.flatMap((row) => (row.id === id ? [] : [row.id]));
    const task = await store.tasks.claimNext({
      me: by,
      workerCap: NO_CAP,
      excludedIds: others.map(String),
      now,
    });
    if (task?.id !== id) throw new Error(`${id} could not be claimed`);
    return task;
  }

  async running(kind: TaskKind, task: Partial<NewTask> = {}, by = ME, store = this.store) {
    const claimed = await this.claimed(kind, task, by, store);
    await store.tasks.markRunning(claimed, SESSION, STARTED_AT);
    return this.find(claimed.id, store);
  }

  async held(task: Partial<NewTask> = {}, by = ME, store = this.store) {
    const running = await this.running('attempt', task, by, store);
    await store.tasks.hold(running.id, by, HOLD_MAX_MS, 'ann', HELD_AT);
    return this.find(running.id, store);
  }

  async inStatus(kind: TaskKind, status: TaskStatus, task: Partial<NewTask> = {}): Promise<Task> {
    if (status === 'queued') return this.queued(kind, task);
    if (status === 'claimed') return this.claimed(kind, task);
    if (status === 'held') return this.held(task);
    const running = await this.running(kind, status === 'blocked' ? { failureLimit: 1 } : task);
    if (status === 'done') await this.store.tasks.complete(running, 'All done.', SETTLED_AT);
    if (status === 'failed') await this.store.tasks.fail(running, FINAL, BACKOFF, SETTLED_AT);
    if (status === 'blocked') await this.store.tasks.fail(running, RETRYABLE, BACKOFF, SETTLED_AT);
    if (status === 'cancelled') await this.store.tasks.cancel(running.id, ME, 'ann', SETTLED_AT);
    const settled = await this.find(running.id);
    if (settled.status !== status) throw new Error(`${kind} ended as ${settled.status}`);
    return settled;
  }

  async begunSession(
    session: Partial<NewSession> & Pick<NewSession, 'id'>,
    { by = ME, now = STARTED_AT, store = this.store } = {},
  ): Promise<NewSession> {
    const whole = {
      projectId: 'project-1',
      taskId: 'task-1',
      agent: 'claude',
      title: 'Mend the gate',
      acceptsPrompts: true,
      folder: '/folders/one',
      branch: null,
      ...session,
    };
    await store.sessions.begin(whole, by, now);
    return whole;
  }

  /** Asks on behalf of a worker and returns the approval's id. */
  async ask(claim: TaskClaim, question = QUESTION, now = HELD_AT, by = ME): Promise<string> {
    const { sessionId } = SESSION;
    const asked = await this.store.approvals.ask(claim, sessionId, question, by, HOLD_MAX_MS, now);
    if (asked.outcome !== 'held' && asked.outcome !== 'waiting') {
      throw new Error(`the question was refused: ${asked.outcome}`);
    }
    return asked.approvalId;
  }

  /** A row from before owners, as an older program left it. */
  unowned(row: Row = {}): string {
    const id = `old-task-${this.database.tables().tasks.length + 1}`;
    this.database.insertAsOldProgram({
      id,
      account_id: 'local',
      project_id: 'project-1',
      kind: 'spawn',
      prompt: 'From before',
      status: 'queued',
      failure_limit: 3,
      created_at: ENQUEUED_AT,
      updated_at: ENQUEUED_AT,
      ...row,
    });
    return id;
  }

  async find(id: string, store = this.store): Promise<Task> {
    const task = await store.tasks.find(id);
    if (task === null) throw new Error(`there is no ${id}`);
    return task;
  }

  row(id: string): Row {
    const row = this.database.tables().tasks.find((task) => task.id === id);
    if (row === undefined) throw new Error(`there is no row ${id}`);
    return row;
  }

  remove(): void {
    this.database.remove();
  }
}

export function claimRequest(me = ME, now = SETTLED_AT, workerCap = NO_CAP) {
  return { me, workerCap, excludedIds: [] as string[], now };
}

/** The states in which a kind can be at all: only attempts are held, and an attempt is never blocked. */
export function statusesOf(kind: TaskKind): readonly TaskStatus[] {
  return STATUSES.filter((status) =>
    kind === 'attempt' ? status !== 'blocked' : status !== 'held',
  );
}

/** The states of a kind other than those in which the call is granted. */
export function statusesOutside(
  kind: TaskKind,
  ...granted: readonly TaskStatus[]
): readonly TaskStatus[] {
  return statusesOf(kind).filter((status) => !granted.includes(status));
}

/** Every pair of a kind and one of the named states that it can be in. */
export function kindsWithin(...granted: readonly TaskStatus[]): readonly [TaskKind, TaskStatus][] {
  return KINDS.flatMap((kind) =>
    statusesOf(kind)
      .filter((status) => granted.includes(status))
      .map((status): [TaskKind, TaskStatus] => [kind, status]),
  );
}
