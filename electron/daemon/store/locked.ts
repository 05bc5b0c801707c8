import Database from 'better-sqlite3';
import { StoreUnavailable } from './store-unavailable.ts';

/** Another process kept the database locked for longer than any transaction of Fleetboard takes. */
export class DatabaseStayedLocked extends StoreUnavailable {
  constructor(waitedMs: number) {
    super({
      code: 'database_locked',
      message: `Another program has kept the database locked for ${Math.round(waitedMs / 1_000)} s.`,
      nextStep: 'Close the program that holds the database open, or wait until it is done.',
    });
    this.name = 'DatabaseStayedLocked';
  }
}

export const LONGEST_WAIT_MS = 15_000;
const LONGEST_PAUSE_MS = 8;

/** Short and random, so that nobody who waits for the lock is always too late. */
export function nextPauseMs(): number {
  return 1 + Math.random() * (LONGEST_PAUSE_MS - 1);
}

export function isLocked(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError &&
    (error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED'))
  );
}
