import Database from 'better-sqlite3';
import type { Problem } from '../../../shared/problems.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** A failure that is the world's rather than a bug's becomes `StoreUnavailable`; any other stays as it is. */
export function unavailableIfWorldly(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const problem = problemOf(error);
  return problem === null ? error : new StoreUnavailable(problem, error);
}

/** What is committed would not outlive a loss of power: the disk does not take it. */
export function notOnDisk(cause: unknown): StoreUnavailable {
  return new StoreUnavailable(
    {
      code: 'database_not_on_disk',
      message: `The disk does not take what is written to the database (${cause instanceof Error ? cause.message : String(cause)}). It was done, and would be lost with the power of this machine.`,
      nextStep: 'Check the disk and its quota. Each change asks it again for everything.',
    },
    cause,
  );
}

function problemOf({ code, message }: { code: string; message: string }): Problem | null {
  if (code === 'SQLITE_FULL') {
    return {
      code: 'disk_full',
      message: 'The disk that holds the database is full.',
      nextStep: 'Make room on it. What is at work stays so, and its results are written then.',
    };
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return {
      code: 'database_corrupt',
      message: `The database file is damaged (${message}).`,
      nextStep:
        'Quit Fleetboard, put a backup of the file in its place or salvage it with "sqlite3 fleetboard.db .recover", and start again.',
    };
  }
  if (UNWRITABLE.some((prefix) => code.startsWith(prefix))) {
    return {
      code: 'database_unwritable',
      message: `The database file cannot be read or written (${message}, ${code}).`,
      nextStep:
        'Check the disk, its quota and the permissions of the file. What is at work stays so, and its results are written then.',
    };
  }
  return null;
}

const UNWRITABLE = ['SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM'];
