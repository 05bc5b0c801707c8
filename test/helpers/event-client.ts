import type { Push } from '../../shared/contract.ts';

/** A client of `/v1/events` that gathers what it hears. */
export class EventClient {
  readonly pushes: Push[] = [];
  #batches = 0;
  readonly #socket: WebSocket;
  readonly #waiting = new Set<() => void>();
  /** Close code, once it is closed. 1006: refused, or lost without a word. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #opened: Promise<boolean>;

  /** Node's WebSocket takes headers, a browser's does not. */
  constructor(port: number, headers: Readonly<Record<string, string>>) {
    const options = { headers } as unknown as string[];
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/events`, options);
    this.#socket = socket;
    this.#opened = new Promise((resolve) => {
      socket.addEventListener('open', () => resolve(true));
      socket.addEventListener('close', () => resolve(false));
    });
    this.closed = new Promise((resolve) => {
      socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }));
    });
    socket.addEventListener('message', ({ data }) => {
      this.#batches += 1;
      this.pushes.push(...(JSON.parse(String(data)) as Push[]));
      for (const look of [...this.#waiting]) look();
    });
  }

  /** Whether it was let in. */
  isOpen(): Promise<boolean> {
    return this.#opened;
  }

  /** Resolves when it has heard this many pushes. */
  heard(count: number): Promise<void> {
    return this.#until(() => this.pushes.length >= count);
  }

  /** Resolves when it has got this many messages, whatever was in them. */
  batches(count: number): Promise<void> {
    return this.#until(() => this.#batches >= count);
  }

  #until(isThere: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isThere()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  say(text: string): void {
    this.#socket.send(text);
  }

  close(): void {
    this.#socket.close();
  }
}
