import type { Logger } from 'pino';
import type { DaemonSummary, Fleet } from '../../../shared/fleet.ts';
import type { Problem } from '../../../shared/problems.ts';
import type { DaemonIdentity, FleetStore, RegisteredDaemon } from '../store/store.ts';

const BEAT_EVERY_MS = 5_000;
/** Two beats may be late on a busy machine before a daemon is called silent. */
const SILENT_AFTER_MS = 3 * BEAT_EVERY_MS;

export interface FleetFeedOptions {
  readonly me: DaemonIdentity;
  readonly about: Pick<RegisteredDaemon, 'machine' | 'pid' | 'version'>;
  readonly store: FleetStore;
  readonly trouble: () => Problem | null;
  readonly publish: (fleet: Fleet) => void;
  readonly log: Logger;
  readonly now: () => number;
}

/** Registers this daemon, beats for it, and tells clients who shares the database and how it fares. */
export class FleetFeed {
  readonly #options: FleetFeedOptions;
  #told = '';
  #beats: NodeJS.Timeout | null = null;
  #isBeating = false;
  #tail: Promise<void> = Promise.resolve();
  /** What was read last: the answer while the database cannot be read. */
  #last: Pick<Fleet, 'daemons' | 'oldWriter'> = { daemons: [], oldWriter: null };

  private constructor(options: FleetFeedOptions) {
    this.#options = options;
  }

  static async start(options: FleetFeedOptions): Promise<FleetFeed> {
    const { store, me, about, now } = options;
    await store.register(me, about, now());
    const feed = new FleetFeed(options);
    feed.#beats = setInterval(() => feed.#beatNext(), BEAT_EVERY_MS);
    return feed;
  }

  /** The database got into trouble or out of it. */
  changed(): void {
    // Not behind a heartbeat: it may be waiting for the very trouble that is to be told.
    this.#tell().catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'trouble of the database not told');
    });
  }

  async read(): Promise<Fleet> {
    const { store, me, now, trouble, log } = this.#options;
    try {
      const [daemons, oldWriter] = await Promise.all([store.daemons(), store.oldWriter()]);
      this.#last = { daemons: daemons.map((daemon) => summary(daemon, me, now())), oldWriter };
    } catch (error) {
      log.debug({ err: error }, 'the fleet was not read; what was read before is told');
    }
    return { ...this.#last, trouble: trouble() };
  }

  /** Says goodbye, so that others see that it stopped rather than fell silent. */
  async stop(): Promise<void> {
    if (this.#beats !== null) clearInterval(this.#beats);
    await this.#tail;
    const { store, me, now } = this.#options;
    await store.markStoppedIfRegistered(me, now());
  }

  /** One at a time: while the database is locked a heartbeat takes longer than the next one is away. */
  #beatNext(): void {
    if (this.#isBeating) return;
    this.#isBeating = true;
    this.#tail = this.#beat()
      .catch((error: unknown) => {
        this.#options.log.debug({ err: error }, 'heartbeat not written; the next one tries again');
      })
      .finally(() => {
        this.#isBeating = false;
      });
  }

  async #beat(): Promise<void> {
    const { store, me, now, log } = this.#options;
    if (!(await store.beatIfRegistered(me, now()))) {
      log.error({ ...me }, 'another boot is registered under the address of this daemon');
    }
    await this.#tell();
  }

  async #tell(): Promise<void> {
    const fleet = await this.read();
    const told = JSON.stringify(fleet);
    if (told === this.#told) return;
    this.#told = told;
    this.#options.publish(fleet);
  }
}

function summary(
  { stoppedAt, ...daemon }: RegisteredDaemon,
  me: DaemonIdentity,
  now: number,
): DaemonSummary {
  return {
    ...daemon,
    state: stateOf(daemon.heartbeatAt, stoppedAt, now),
    isThis: daemon.owner === me.owner,
  };
}

function stateOf(
  heartbeatAt: number,
  stoppedAt: number | null,
  now: number,
): DaemonSummary['state'] {
  if (stoppedAt !== null) return 'stopped';
  return now - heartbeatAt > SILENT_AFTER_MS ? 'silent' : 'live';
}
