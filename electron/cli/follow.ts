import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '../../shared/problems.ts';
import type { CommandContext } from './command-context.ts';
import { CommandStopped, DaemonNotReached } from './command-stopped.ts';
import { connectEvents, type EventSocket } from './event-socket.ts';
import { FeedReader, type FeedTaker } from './feed-reader.ts';
import { whyNotReached } from './why-not-reached.ts';

const CONNECT_AGAIN_MS = 250;

/** Gets every change once and in order, also those from while the daemon was away. */
export interface Follower extends FeedTaker {
  /** From here on everything is told. `again`: after the daemon had been away. */
  connected(again: boolean): Promise<void>;
  /** The daemon went away, or cannot read its database. It is waited for. */
  lost(problem: Problem): void;
}

export interface FollowOptions {
  /** Ends the following. */
  readonly signal: AbortSignal;
  /** For how long a daemon that went away is waited for, in milliseconds. */
  readonly patienceMs: number;
}

/**
 * Follows the board and the dispatch events from now on, until the signal.
 *
 * @throws DaemonNotReached when there is none at first, or it stays away for longer than the patience
 */
export async function follow(
  context: CommandContext,
  follower: Follower,
  { signal, patienceMs }: FollowOptions,
): Promise<void> {
  const reader = await FeedReader.atTheEnd(context.call, follower);
  for (let again = false; !signal.aborted; again = true) {
    const link = new Link(reader, signal);
    await connect(context, link, again ? patienceMs : 0, signal);
    const problem = await link.readUntilItEnds(() => follower.connected(again));
    if (problem === null) return;
    follower.lost(problem);
    await pause(CONNECT_AGAIN_MS, undefined, { signal }).catch(() => {});
  }
}

async function connect(
  { daemon }: CommandContext,
  link: Link,
  patienceMs: number,
  signal: AbortSignal,
): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!signal.aborted) {
    const socket = await connectEvents(daemon, () => link.heard());
    if (socket !== null) {
      link.use(socket);
      return;
    }
    if (performance.now() >= giveUpAt) throw new DaemonNotReached(await whyNotReached(daemon));
    await pause(CONNECT_AGAIN_MS, undefined, { signal }).catch(() => {});
  }
}

/** One connection and the reading that it causes. */
class Link {
  readonly #reader: FeedReader;
  readonly #signal: AbortSignal;
  #socket: EventSocket | null = null;
  #isReading = false;
  #failed: (error: unknown) => void = () => {};
  readonly #failure: Promise<unknown>;

  constructor(reader: FeedReader, signal: AbortSignal) {
    this.#reader = reader;
    this.#signal = signal;
    this.#failure = new Promise((resolve) => {
      this.#failed = resolve;
    });
  }

  use(socket: EventSocket): void {
    this.#socket = socket;
  }

  /** What is pushed only says that there is something to read: reading on from the last revision leaves no gap. */
  heard(): void {
    if (this.#isReading) this.#read();
  }

  /** Null when the signal ended it. Whatever else did can be waited for, but a bug. `first` comes before any reading. */
  async readUntilItEnds(first: () => Promise<void>): Promise<Problem | null> {
    const socket = this.#socket;
    if (socket === null) return null;
    const end = () => socket.close();
    this.#signal.addEventListener('abort', end);
    first().then(() => this.#startReading(), this.#failed);
    // The signal may have come before anybody listened.
    if (this.#signal.aborted) end();
    const error = await Promise.race([socket.ended, this.#failure]);
    this.#signal.removeEventListener('abort', end);
    socket.close();
    if (this.#signal.aborted) return null;
    // What was under way must not fail in the hands of the next connection.
    await this.#reader.idle();
    if (error === undefined) return CONNECTION_ENDED;
    if (error instanceof CommandStopped) return error.problem;
    throw error;
  }

  #startReading(): void {
    this.#isReading = true;
    this.#read();
  }

  #read(): void {
    this.#reader.read().catch(this.#failed);
  }
}

const CONNECTION_ENDED: Problem = {
  code: 'connection_ended',
  message: 'The daemon went away.',
  nextStep: 'Wait for its next start.',
};
