import path from 'node:path';
import Database from 'better-sqlite3';

/** Changes a home's database from outside, in one transaction, while a daemon may be at work on it. */
export function changeRows(home: string, change: (database: Database.Database) => void): void {
  const database = new Database(path.join(home, 'fleetboard.db'), { timeout: 5_000 });
  try {
    database.pragma('foreign_keys = OFF');
    database.transaction(() => change(database)).immediate();
  } finally {
    database.close();
  }
}
