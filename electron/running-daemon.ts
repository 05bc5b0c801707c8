import type { Push, Startup } from '../shared/contract.ts';
import type { Problem } from '../shared/problems.ts';
import type { CallLog } from './daemon/api/answer-call.ts';
import type { Daemon } from './daemon/daemon.ts';
import { DaemonCannotStart } from './daemon/daemon-cannot-start.ts';

/** The daemon of this application from before it is there until after it is gone. */
export class RunningDaemon {
  #startup: Startup = { state: 'starting' };
  #daemon: Daemon | null = null;
  #stopping: Promise<void> | null = null;
  readonly #started: Promise<void>;
  readonly #publish: (push: Push) => void;
  readonly #log: CallLog;

  constructor(start: () => Promise<Daemon>, publish: (push: Push) => void, log: CallLog) {
    this.#publish = publish;
    this.#log = log;
    this.#started = this.#start(start);
  }

  get startup(): Startup {
    return this.#startup;
  }

  /** Null before the daemon is ready, and when it cannot run. */
  get daemon(): Daemon | null {
    return this.#daemon;
  }

  /** The daemon's own log once it is there: whoever looks for a failed call looks in the home. */
  get log(): CallLog {
    return this.#daemon?.log ?? this.#log;
  }

  /** Resolves when nothing of the daemon is left, also when it was still starting. Further calls wait for the first. */
  stop(): Promise<void> {
    this.#stopping ??= this.#started.then(() => this.#daemon?.stop());
    return this.#stopping;
  }

  async #start(start: () => Promise<Daemon>): Promise<void> {
    try {
      const daemon = await start();
      daemon.subscribe(this.#publish);
      this.#daemon = daemon;
      this.#startup = { state: 'ready' };
    } catch (error) {
      if (!(error instanceof DaemonCannotStart)) {
        this.#log.error({ err: error }, 'the daemon did not start');
      }
      this.#startup = { state: 'failed', problem: problemOf(error) };
    }
    this.#publish({ event: 'startup', startup: this.#startup });
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof DaemonCannotStart) return error.problem;
  return {
    code: 'internal_error',
    message: error instanceof Error ? error.message : String(error),
    nextStep:
      'Start Fleetboard again from a terminal: it prints the details there. Please report them.',
  };
}
