import type { Logger } from 'pino';
import { StoreUnavailable } from './store/store-unavailable.ts';

/**
 * Logs what went wrong on the way of the daemon's own work. Trouble of the database is told once per episode, where it
 * begins (`StoreTrouble`), and not by everybody who meets it.
 */
export function logFailure(log: Logger, error: unknown, message: string): void {
  if (error instanceof StoreUnavailable) log.debug({ err: error }, message);
  else log.error({ err: error }, message);
}
