import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { openSqliteStore } from '../../electron/daemon/store/sqlite-store.ts';
import type { Store } from '../../electron/daemon/store/store.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Row = Record<string, string | number | null>;

/** Every row of the tables that a transition may touch, in the order of their keys. */
export interface Tables {
  readonly tasks: readonly Row[];
  readonly approvals: readonly Row[];
  readonly sessions: readonly Row[];
  readonly events: readonly Row[];
  readonly audit: readonly Row[];
  readonly boardRevision: number;
}

/** What the contract suite needs of an implementation beyond `Store`: a second look, from outside. */
export interface DatabaseUnderTest {
  /** A connection of its own, as another daemon would hold it. */
  open(accountId?: string): Store;
  tables(): Tables;
  /** Writes a row as a program does that knows neither owners nor generations. */
  insertAsOldProgram(row: Row): void;
  insertEventAsOldProgram(id: string): void;
  /** Changes a row and nothing beside it, as a person with a database tool may: no question is closed. */
  updateByHand(id: string, change: Row): void;
  remove(): void;
}

/** A database file with a plain connection to it beside the stores. */
export interface SqliteDatabaseUnderTest extends DatabaseUnderTest {
  readonly file: string;
  outside(): Database.Database;
}

export type CreateDatabase = () => DatabaseUnderTest;

let fresh: Buffer | undefined;

/** The bytes of a migrated empty database: made once, because most of a test would be spent on it. */
function freshDatabase(): Buffer {
  if (fresh === undefined) {
    const folder = temporaryFolder('fresh-store');
    const file = path.join(folder.path, 'fleetboard.db');
    void openSqliteStore({ file, binding: null, accountId: 'local' }).close();
    fresh = readFileSync(file);
    folder.remove();
  }
  return fresh;
}

/** SQLite on a real file in a folder of its own. */
export function sqliteDatabase(parent?: string): SqliteDatabaseUnderTest {
  const folder = temporaryFolder('store', parent);
  const file = path.join(folder.path, 'fleetboard.db');
  writeFileSync(file, freshDatabase());
  const stores: Store[] = [];
  let connection: Database.Database | undefined;
  const outside = () => {
    connection ??= new Database(file, { timeout: 5_000 });
    return connection;
  };
  const rows = (sql: string) => outside().prepare<[], Row>(sql).all();

  return {
    file,
    outside,
    open(accountId = 'local') {
      const store = openSqliteStore({ file, binding: null, accountId });
      stores.push(store);
      return store;
    },
    tables: () => ({
      tasks: rows('SELECT * FROM dispatch_tasks ORDER BY id'),
      approvals: rows('SELECT * FROM approvals ORDER BY id'),
      sessions: rows('SELECT * FROM sessions ORDER BY id'),
      events: rows('SELECT * FROM dispatch_events ORDER BY rowid'),
      audit: rows('SELECT * FROM audit ORDER BY id'),
      boardRevision: Number(rows('SELECT revision FROM board')[0]?.revision),
    }),
    insertAsOldProgram(row) {
      const columns = Object.keys(row);
      outside()
        .prepare(
          `INSERT INTO dispatch_tasks (${columns.join(', ')})
           VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
        )
        .run(row);
    },
    insertEventAsOldProgram(id) {
      outside()
        .prepare(
          `INSERT INTO dispatch_events (id, account_id, project_id, task_id, type, created_at)
           VALUES (?, 'local', 'project-1', 'old-task', 'task.done', 5000)`,
        )
        .run(id);
    },
    updateByHand(id, change) {
      const set = Object.keys(change).map((column) => `${column} = @${column}`);
      outside()
        .prepare(
          `UPDATE dispatch_tasks SET ${set.join(', ')}, revision = (SELECT revision + 1 FROM board)
           WHERE id = @id`,
        )
        .run({ ...change, id });
    },
    remove() {
      connection?.close();
      for (const store of stores) void store.close();
      folder.remove();
    },
  };
}
