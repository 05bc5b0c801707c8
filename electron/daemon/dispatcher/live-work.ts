import type { Task, TaskClaim } from '../store/store.ts';
import type { WorkerHandle } from '../workers/worker-handle.ts';

/** A session whose worker lives in this daemon. */
export interface LiveSession {
  readonly id: string;
  readonly handle: WorkerHandle;
  /** The work that its current turn serves; null while it is idle. */
  work: Work | null;
  /** A turn that was cancelled ends a little later than the work it served. */
  turnOpen: boolean;
  /** Events of one session are handled one after another, in order. */
  tail: Promise<void>;
}

/** A task that this boot claimed and has not seen end. */
export interface Work {
  readonly task: Task;
  readonly claim: TaskClaim;
  /** Null while the worker is starting. */
  session: LiveSession | null;
  /** Settles when the start is over, one way or the other. */
  started: Promise<void>;
  /** When its lease was last written. */
  renewedAt: number;
  /** Its worker has reported how it ended, and that is being written: the claim is at work although the worker is not. */
  isEnding: boolean;
  /** Running time at which its worker was first seen to be gone without having reported. */
  goneSince: number | null;
  /** It succeeded while held: the result waits for the unhold, and its worker may go. */
  finishedWhileHeld: boolean;
  /** Held before its prompt was sent: the prompt follows at the unhold. */
  promptPending: boolean;
}

export function isBusy(session: LiveSession): boolean {
  return session.work !== null || session.turnOpen;
}

/** What runs here and now. The rows say what should be; this says which processes serve it. */
export class LiveWork {
  /** Set when the daemon stops: workers that it ends then have not failed; their rows are reclaimed at the next start. */
  closed = false;
  readonly #works = new Map<string, Work>();
  readonly #sessions = new Map<string, LiveSession>();

  add(work: Work): void {
    this.#works.set(work.task.id, work);
  }

  /** Forgets the work of exactly this claim; a later claim of the same task is left alone. */
  remove(claim: TaskClaim): Work | undefined {
    const work = this.find(claim);
    if (work === undefined) return undefined;
    this.#works.delete(claim.id);
    if (work.session?.work === work) work.session.work = null;
    return work;
  }

  find(claim: TaskClaim): Work | undefined {
    const work = this.#works.get(claim.id);
    return work?.claim.generation === claim.generation ? work : undefined;
  }

  ofTask(taskId: string): Work | undefined {
    return this.#works.get(taskId);
  }

  works(): readonly Work[] {
    return [...this.#works.values()];
  }

  addSession(session: LiveSession): void {
    this.#sessions.set(session.id, session);
  }

  removeSession(id: string): void {
    this.#sessions.delete(id);
  }

  session(id: string): LiveSession | undefined {
    return this.#sessions.get(id);
  }

  sessions(): readonly LiveSession[] {
    return [...this.#sessions.values()];
  }
}
