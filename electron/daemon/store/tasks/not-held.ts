import type { Connection } from '../connection.ts';
import type { NotHeld } from '../store.ts';
import { findRow } from './find-row.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

/** Why a guarded write changed nothing. To be called in the same transaction. */
export function notHeld(connection: Connection, accountId: string, id: string): NotHeld {
  return whyNotHeld(findRow(connection, accountId, id));
}

/** The same for a row that was already read. */
export function whyNotHeld(row: TaskRow | undefined): NotHeld {
  if (row === undefined) return { outcome: 'not_found' };
  return { outcome: 'stale', generation: row.generation, status: taskFromRow(row).status };
}
