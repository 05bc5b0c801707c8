import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  StartResult,
  WorkerEvent,
  WorkerHandle,
  WorkerHost,
} from '../../../electron/daemon/workers/worker-handle.ts';

/** An executor that does nothing: a worker has no process, and its turn is over as soon as it has its prompt. */
export class IdleHost implements WorkerHost {
  readonly #onPrompt: (prompt: string) => void;
  readonly #handles = new Map<string, WorkerHandle>();

  constructor(onPrompt: (prompt: string) => void) {
    this.#onPrompt = onPrompt;
  }

  async start({ sessionId }: { readonly sessionId: string }): Promise<StartResult> {
    const handle = idleWorker(sessionId, this.#onPrompt, () => this.#handles.delete(sessionId));
    this.#handles.set(sessionId, handle);
    return { outcome: 'started', handle };
  }

  find(sessionId: string): WorkerHandle | undefined {
    return this.#handles.get(sessionId);
  }

  live(): readonly WorkerHandle[] {
    return [...this.#handles.values()];
  }

  async stop(): Promise<void> {
    for (const handle of this.live()) await handle.cancel();
    await nextTurn();
  }
}

type Told = WorkerEvent extends infer Event
  ? Event extends WorkerEvent
    ? Omit<Event, 'offset' | 'at'>
    : never
  : never;

function idleWorker(
  sessionId: string,
  onPrompt: (prompt: string) => void,
  onExit: () => void,
): WorkerHandle {
  let tell = (_event: WorkerEvent): void => {};
  let offset = 0;
  let turn = 0;
  let alive = true;
  const say = (event: Told) => {
    tell({ ...event, offset, at: Date.now() } as WorkerEvent);
    offset += 1;
  };
  return {
    sessionId,
    process: { pid: process.pid, startedToken: 'in this process' },
    acceptsPrompts: false,
    agentSession: null,
    isAlive: () => alive,
    prompt(text) {
      turn += 1;
      onPrompt(text);
      const ended = turn;
      queueMicrotask(() =>
        say({ type: 'turn_ended', turn: ended, result: { outcome: 'done', digest: 'done' } }),
      );
      return { outcome: 'accepted', turn };
    },
    answer: () => ({ outcome: 'gone' }),
    interrupt() {},
    note() {},
    signal: () => 'unsupported',
    async cancel() {
      if (!alive) return;
      alive = false;
      onExit();
      say({ type: 'exited', error: null });
    },
    subscribe(_from, listener) {
      tell = listener;
      return () => {
        tell = () => {};
      };
    },
  };
}
