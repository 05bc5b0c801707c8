import type { CallLog } from './daemon/api/answer-call.ts';

/** Long enough to end every worker group with a grace period; a daemon that hangs must not keep the application. */
const STOP_LIMIT_MS = 8_000;
/** Long enough for what a closing window still asks for. A call that takes longer is ended by the daemon's stop. */
const ANSWER_LIMIT_MS = 2_000;

export interface StopOptions {
  readonly daemon: { stop(): Promise<void> };
  /** Resolves when everything that windows asked for has been answered. */
  readonly callsAnswered: () => Promise<void>;
  readonly log: CallLog;
}

/** Resolves when the daemon has stopped, or has had its time. Whatever became of the calls, it is told to stop. */
export async function stopDaemon({ daemon, callsAnswered, log }: StopOptions): Promise<void> {
  try {
    await within(ANSWER_LIMIT_MS, callsAnswered());
  } catch {
    // Whoever still waits for an answer is told by the stop.
  }
  try {
    await within(STOP_LIMIT_MS, daemon.stop());
  } catch (error) {
    log.error({ err: error }, 'quits although the daemon did not stop');
  }
}

/** @throws when it takes longer */
export async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  let limit: NodeJS.Timeout | undefined;
  const outOfTime = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new Error(`it took longer than ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, outOfTime]);
  } finally {
    clearTimeout(limit);
  }
}
