import type { Push } from '../../../shared/contract.ts';
import { SIGN_OF_LIFE_EVERY_MS, SIGNS_OF_LIFE } from '../../../shared/sign-of-life.ts';
import { PushBatch } from './push-batch.ts';

/** What a client that does not read may keep waiting, in bytes. It then has to connect again and ask for what it missed. */
const MOST_WAITING_BYTES = 8 * 1_048_576;
const CLOSING_LIMIT_MS = 1_000;
const NO_PUSHES = '[]';

/** Close codes of the WebSocket protocol: 4000 and above are an application's own. */
const CLOSE = { stopping: 1001, saysNothing: 1008, tooSlow: 4000 } as const;

/** The part of a WebSocket that this needs. */
export interface EventSocket {
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'close', listener: () => void): void;
  on(event: 'message', listener: (said: { toString(): string }) => void): void;
}

/** Tells every connected client what the daemon says, as JSON arrays of pushes. */
export class EventStream {
  readonly #clients = new Set<EventSocket>();
  /** Those that are looked at. One timer for all of them: each time it wakes an idle daemon costs more than a message. */
  readonly #watching = new Set<EventSocket>();
  #signs: ReturnType<typeof setInterval> | null = null;
  readonly #batch = new PushBatch((pushes) => this.#send(JSON.stringify(pushes)));

  publish(push: Push): void {
    if (this.#clients.size > 0) this.#batch.add(push);
  }

  add(socket: EventSocket): void {
    this.#clients.add(socket);
    socket.on('close', () => this.#forget(socket));
    socket.on('message', (said) => this.#hear(socket, said.toString()));
  }

  /** Says goodbye to every client. */
  stop(): void {
    this.#batch.stop();
    for (const socket of [...this.#clients]) this.#part(socket, CLOSE.stopping, 'daemon stops');
  }

  #hear(socket: EventSocket, said: string): void {
    switch (said) {
      case SIGNS_OF_LIFE.wanted:
        this.#watching.add(socket);
        this.#signs ??= setInterval(() => this.#giveSigns(), SIGN_OF_LIFE_EVERY_MS);
        this.#sendTo(socket, NO_PUSHES);
        break;
      case SIGNS_OF_LIFE.unwanted:
        this.#stopSigns(socket);
        break;
      default:
        this.#part(socket, CLOSE.saysNothing, 'calls are made over HTTP');
    }
  }

  #giveSigns(): void {
    for (const socket of [...this.#watching]) this.#sendTo(socket, NO_PUSHES);
  }

  #stopSigns(socket: EventSocket): void {
    this.#watching.delete(socket);
    if (this.#watching.size > 0 || this.#signs === null) return;
    clearInterval(this.#signs);
    this.#signs = null;
  }

  #forget(socket: EventSocket): void {
    this.#clients.delete(socket);
    this.#stopSigns(socket);
  }

  #send(text: string): void {
    for (const socket of [...this.#clients]) this.#sendTo(socket, text);
  }

  #sendTo(socket: EventSocket, text: string): void {
    if (socket.bufferedAmount > MOST_WAITING_BYTES) {
      this.#part(socket, CLOSE.tooSlow, 'too slow: connect again and ask for what is newer');
    } else {
      socket.send(text);
    }
  }

  #part(socket: EventSocket, code: number, reason: string): void {
    this.#forget(socket);
    socket.close(code, reason);
    const end = setTimeout(() => socket.terminate(), CLOSING_LIMIT_MS);
    socket.on('close', () => clearTimeout(end));
  }
}
