import type { DaemonIdentity, TaskClaim } from '../../electron/daemon/store/store.ts';
import type { TaskKind, TaskStatus } from '../../shared/tasks.ts';
import { isTerminal } from '../../shared/terminal-statuses.ts';
import type { WorkErrorCode } from '../../shared/work-errors.ts';
import { DAEMONS, type Daemon, type Step, type TaskName } from './steps.ts';

export type Result =
  | { readonly outcome: 'done'; readonly digest: string }
  | { readonly outcome: 'failed'; readonly code: WorkErrorCode };

/** A task as the table of section 3 speaks of it. */
export interface ModelTask {
  readonly id: TaskName;
  readonly kind: TaskKind;
  readonly project: string;
  readonly failureLimit: number;
  readonly createdAt: number;
  status: TaskStatus;
  attempts: number;
  generation: number;
  owner: string | null;
  claimOwner: string | null;
  claimedAt: number | null;
  notBefore: number | null;
  heldUntil: number | null;
  parkedSince: number | null;
  parkedMs: number;
  kept: Result | null;
  digest: string | null;
  errorCode: WorkErrorCode | null;
  session: string | null;
  startedAt: number | null;
  settledAt: number | null;
  dismissedBy: string | null;
  updatedAt: number;
}

export interface ModelQuestion {
  readonly task: TaskName;
  readonly generation: number;
  readonly session: string;
  readonly request: string;
  status: 'open' | 'answered' | 'expired';
  option: string | null;
  expiresAt: number;
}

const OWNERS = { A: '127.0.0.1:7455', B: '127.0.0.1:7460' } as const;
const STARTED_AT = 1_000_000;

/** All there is: tasks, questions, what was written down, and the time. */
export class QueueState {
  readonly tasks = new Map<TaskName, ModelTask>();
  readonly questions: ModelQuestion[] = [];
  /** `action task generation` of each audit entry since they were last compared. */
  readonly audit: string[] = [];
  /** `type task` of each event since they were last compared. */
  readonly events: string[] = [];
  /** How often a row was changed so far. */
  changes = 0;
  now = STARTED_AT;
  readonly #boots: Record<Daemon, number> = { A: 1, B: 1 };
  readonly #claimants = new Map<string, Daemon>();

  /** The same state once more, to try something out. */
  copy(): QueueState {
    const copy = new QueueState();
    for (const [id, task] of this.tasks) copy.tasks.set(id, { ...task });
    copy.questions.push(...this.questions.map((question) => ({ ...question })));
    for (const [claim, daemon] of this.#claimants) copy.#claimants.set(claim, daemon);
    Object.assign(copy.#boots, this.#boots);
    copy.changes = this.changes;
    copy.now = this.now;
    return copy;
  }

  me(daemon: Daemon): DaemonIdentity {
    return { owner: OWNERS[daemon], bootId: `boot-${this.#boots[daemon]}` };
  }

  restart(daemon: Daemon): void {
    this.#boots[daemon] += 1;
  }

  all(isWanted: (task: ModelTask) => boolean = () => true): ModelTask[] {
    return [...this.tasks.values()].filter(isWanted);
  }

  /** The claim that somebody holds who last heard of the task so many generations ago; the first is of generation 1. */
  claimOf(id: TaskName, generationsAgo: number): TaskClaim {
    return { id, generation: Math.max(1, (this.tasks.get(id)?.generation ?? 1) - generationsAgo) };
  }

  /** The task, if the claim is of its present generation and it is in one of these states. */
  under(claim: TaskClaim, ...statuses: readonly TaskStatus[]): ModelTask | undefined {
    return this.all(
      ({ id, generation, status }) =>
        id === claim.id && generation === claim.generation && statuses.includes(status),
    )[0];
  }

  rememberClaimant(task: ModelTask, daemon: Daemon): void {
    this.#claimants.set(`${task.id} ${task.generation}`, daemon);
  }

  /** The daemon whose worker reports under this claim; where nobody made such a claim, the owner's. */
  claimantOf({ id, generation }: TaskClaim): Daemon {
    const owner = this.all((task) => task.id === id)[0]?.owner;
    return (
      this.#claimants.get(`${id} ${generation}`) ??
      DAEMONS.find((daemon) => OWNERS[daemon] === owner) ??
      'A'
    );
  }

  /** The daemon that takes the step; what a worker says is its claimant's. Null for time and for the old program. */
  daemonOf(step: Step): Daemon | null {
    if ('by' in step) return step.do === 'restart' ? null : step.by;
    if ('generationsAgo' in step) {
      return this.claimantOf(this.claimOf(step.task, step.generationsAgo));
    }
    return step.do === 'takeBack' ? this.claimantOf(this.claimOf(step.task, 0)) : null;
  }

  questionsOf(task: string): ModelQuestion[] {
    return this.questions.filter((question) => question.task === task);
  }

  openQuestionsOf(task: ModelTask): ModelQuestion[] {
    return this.questionsOf(task.id).filter(
      ({ status, generation }) => status === 'open' && generation === task.generation,
    );
  }

  /** Every change of a row carries the time. */
  change(task: ModelTask, change: Partial<ModelTask>): void {
    Object.assign(task, change, { updatedAt: this.now });
    this.changes += 1;
  }

  writeDown(action: string, task: ModelTask): void {
    this.audit.push(`${action} ${task.id} ${task.generation}`);
  }

  expireQuestionsOf(task: ModelTask): void {
    const open = this.questionsOf(task.id).filter(({ status }) => status === 'open');
    for (const question of open) question.status = 'expired';
    if (open.length > 0) this.writeDown('approval.expired', task);
  }

  /** What follows from any ending: a time, no open question, an audit entry, and one event unless it is the loop's. */
  conclude(task: ModelTask, action: string): void {
    if (!isTerminal(task.status)) throw new Error(`${task.id} has not ended`);
    task.settledAt = this.now;
    this.expireQuestionsOf(task);
    this.writeDown(action, task);
    if (task.kind !== 'attempt') {
      this.events.push(`task.${task.status} ${task.id}`);
    }
  }
}

/** A task as an answer names it. */
export function named({
  id,
  status,
  generation,
}: Pick<ModelTask, 'status' | 'generation'> & { id: string }) {
  return `${id} ${status} ${generation}`;
}

export function notHeld(task: ModelTask | undefined) {
  return task === undefined
    ? { outcome: 'not_found' }
    : { outcome: 'stale', generation: task.generation, status: task.status };
}
