import type * as acp from '@agentclientprotocol/sdk';

export interface OpenQuestion {
  readonly requestId: string;
  readonly title: string;
  readonly options: readonly acp.PermissionOption[];
}

interface Waiting extends OpenQuestion {
  readonly resolve: (response: acp.RequestPermissionResponse) => void;
}

const CANCELLED: acp.RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/** Permission requests that wait for a person: the agent's request simply stays open. */
export class OpenQuestions {
  readonly #waiting = new Map<string, Waiting>();
  #next = 1;

  get size(): number {
    return this.#waiting.size;
  }

  nextId(): string {
    const id = String(this.#next);
    this.#next += 1;
    return id;
  }

  /** Resolves with the answer. `withdrawn` is called when the agent takes its request back first. */
  async wait(
    question: OpenQuestion,
    signal: AbortSignal,
    withdrawn: () => void,
  ): Promise<acp.RequestPermissionResponse> {
    return new Promise((resolve) => {
      this.#waiting.set(question.requestId, { ...question, resolve });
      const takeBack = () => {
        if (!this.#waiting.delete(question.requestId)) return;
        resolve(CANCELLED);
        withdrawn();
      };
      signal.addEventListener('abort', takeBack, { once: true });
      if (signal.aborted) takeBack();
    });
  }

  /** Closes a question with an option, or with `cancelled` for null. Undefined when it is not open. */
  close(requestId: string, optionId: string | null): OpenQuestion | undefined {
    const waiting = this.#waiting.get(requestId);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(requestId);
    waiting.resolve(optionId === null ? CANCELLED : { outcome: { outcome: 'selected', optionId } });
    return waiting;
  }

  /** Answers everything that is open with `cancelled`; returns the ids. */
  closeAll(): readonly string[] {
    const ids = [...this.#waiting.keys()];
    for (const id of ids) this.close(id, null);
    return ids;
  }
}
