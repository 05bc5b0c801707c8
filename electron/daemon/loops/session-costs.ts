import type { WorkerHandle } from '../workers/worker-handle.ts';

interface WatchedSession {
  spent: number;
  /** What it had cost when the prompt that it works on began. */
  before: number;
  tell: (spent: number) => void;
}

/** What the prompts of live sessions cost, as their agents say: they tell what the whole session has cost so far. */
export class SessionCosts {
  readonly #sessions = new Map<string, WatchedSession>();

  /** A prompt begins. `tell` gets what it cost so far, each time that the agent says so. */
  promptBegins(worker: WorkerHandle, tell: (spent: number) => void): void {
    const known = this.#sessions.get(worker.sessionId);
    if (known !== undefined) {
      known.before = known.spent;
      known.tell = tell;
      return;
    }
    const session: WatchedSession = { spent: 0, before: 0, tell };
    this.#sessions.set(worker.sessionId, session);
    worker.subscribe(0, (event) => {
      if (event.type === 'exited') this.#sessions.delete(worker.sessionId);
      if (event.type !== 'transcript' || event.entry.type !== 'usage') return;
      if (event.entry.cost === null) return;
      session.spent = event.entry.cost.amount;
      session.tell(session.spent - session.before);
    });
  }
}
