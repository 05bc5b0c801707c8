import type Database from 'better-sqlite3';
import { Checkpoints } from '../../electron/daemon/store/checkpoints.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';

/** As many transactions as have their log brought in. */
const TRANSACTIONS = 100;

/** A database with so much in its log that its thread has just been asked to bring it in. */
export function writtenLog(file: string): {
  readonly database: Database.Database;
  readonly checkpoints: Checkpoints;
} {
  const options = { file, binding: null };
  const database = openDatabase(options);
  const checkpoints = new Checkpoints(database, options);
  const update = database.prepare('UPDATE board SET revision = revision + 1');
  for (let count = 1; count <= TRANSACTIONS; count += 1) {
    update.run();
    checkpoints.committed();
  }
  return { database, checkpoints };
}
