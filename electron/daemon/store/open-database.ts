import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { backUp } from './back-up.ts';
import { isLocked } from './locked.ts';
import { MIGRATIONS } from './migrations/migrations.ts';

/** The database cannot be used as it is. It was left untouched. */
export class DatabaseRefused extends Error {
  readonly code: 'database_newer' | 'database_unreadable' | 'database_not_backed_up';
  readonly nextStep: string;

  constructor(code: DatabaseRefused['code'], message: string, nextStep: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseRefused';
    this.code = code;
    this.nextStep = nextStep;
  }
}

export interface OpenOptions {
  readonly file: string;
  /** Path of the native binding, for runtimes that the prebuilt ones do not serve. */
  readonly binding: string | null;
}

/**
 * Opens the database, creating or migrating it as needed.
 *
 * `synchronous = FULL`: what was acknowledged survives a power cut. `Connection` takes that over (`Durability`).
 * No busy timeout: SQLite's own handler starves
 * writers, so waiting is done by `Connection` with short random pauses.
 *
 * @throws DatabaseRefused for a file from a newer version or one that is no database; neither is written to.
 */
export function openDatabase({ file, binding }: OpenOptions): Database.Database {
  const latest = MIGRATIONS.at(-1)?.version ?? 0;
  refuseNewer(file, binding, latest);
  const database = connect(file, binding, false);
  try {
    useWriteAheadLog(database);
    database.pragma('synchronous = FULL');
    // macOS keeps what is synced in the disk's own cache, unless it is told otherwise; others know no difference.
    database.pragma('fullfsync = ON');
    database.pragma('checkpoint_fullfsync = ON');
    database.pragma('foreign_keys = ON');
    // What undoes a statement of many rows would else be written to a file of its own.
    database.pragma('temp_store = MEMORY');
    migrate({ file, binding }, database, latest);
    return database;
  } catch (error) {
    database.close();
    throw isUnreadable(error) ? unreadable(file, error) : error;
  }
}

/** Reads the version before SQLite opens the file, because even a read-only connection leaves files beside it. */
function refuseNewer(file: string, binding: string | null, latest: number): void {
  const header = headerOf(file);
  if (header.length === 0) return;
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) throw unreadable(file);
  const version = isNotEmpty(`${file}-wal`)
    ? versionInLog(file, binding)
    : header.readInt32BE(USER_VERSION_OFFSET);
  if (version > latest) throw newer(file, version, latest);
}

const MAGIC = 'SQLite format 3\0';
const HEADER_LENGTH = 100;
const USER_VERSION_OFFSET = 60;

/** Empty for a file that is not there yet. */
function headerOf(file: string): Buffer {
  if (!isNotEmpty(file)) return Buffer.alloc(0);
  const header = Buffer.alloc(HEADER_LENGTH);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, HEADER_LENGTH, 0);
  } finally {
    closeSync(descriptor);
  }
  return header;
}

function isNotEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** While a daemon runs (or was killed), what the file's header says may be outdated by its write-ahead log. */
function versionInLog(file: string, binding: string | null): number {
  try {
    const probe = connect(file, binding, true);
    try {
      return versionOf(probe);
    } finally {
      probe.close();
    }
  } catch (error) {
    throw isUnreadable(error) ? unreadable(file, error) : error;
  }
}

function versionOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

function newer(file: string, version: number, latest: number): DatabaseRefused {
  return new DatabaseRefused(
    'database_newer',
    `${file} has version ${version}; this Fleetboard knows versions up to ${latest}. Nothing was changed.`,
    'Update Fleetboard, or set FLEETBOARD_HOME to another folder.',
  );
}

function connect(file: string, binding: string | null, readonly: boolean): Database.Database {
  const options: Database.Options = { readonly, timeout: MIGRATION_WAIT_MS };
  if (binding !== null) options.nativeBinding = binding;
  return new Database(file, options);
}

/** While opening there is nobody to starve: another daemon that starts at the same moment is simply waited for. */
const MIGRATION_WAIT_MS = 10_000;

/** Two that switch a fresh file at the same moment refuse each other at once, whatever the timeout: try again. */
function useWriteAheadLog(database: Database.Database): void {
  const giveUpAt = performance.now() + MIGRATION_WAIT_MS;
  for (;;) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() >= giveUpAt) throw error;
    }
  }
}

function migrate(
  { file, binding }: OpenOptions,
  database: Database.Database,
  latest: number,
): void {
  if (versionOf(database) < latest) {
    let backup: string | null = null;
    try {
      database
        .transaction(() => {
          backup = backUpIfUsed(file, binding, database, latest);
          for (const migration of MIGRATIONS) {
            // Read again inside the transaction: another daemon may have migrated while this one waited.
            if (migration.version <= versionOf(database)) continue;
            database.unsafeMode(migration.editsSchema === true);
            database.exec(migration.sql);
            database.unsafeMode(false);
            database.pragma(`user_version = ${migration.version}`);
          }
        })
        .immediate();
    } catch (error) {
      // The file is as it was; a start that fails again and again must not fill the disk with copies of it.
      if (backup !== null) rmSync(backup, { force: true });
      throw error;
    }
  }
  // Read once more: a newer daemon may have come in between.
  const version = versionOf(database);
  if (version > latest) throw newer(file, version, latest);
  database.pragma('busy_timeout = 0');
}

/** Within the migration's own transaction, which keeps every writer out: the copy is what the migration starts from. */
function backUpIfUsed(
  file: string,
  binding: string | null,
  database: Database.Database,
  latest: number,
): string | null {
  const version = versionOf(database);
  const isUsed = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
  if (!isUsed || version >= latest) return null;
  const reader = connect(file, binding, true);
  try {
    return backUp(reader, file, version);
  } catch (error) {
    throw new DatabaseRefused(
      'database_not_backed_up',
      `${file} has to be brought from version ${version} to ${latest}, but no copy of it could be made first: ${error instanceof Error ? error.message : String(error)}. Nothing was changed.`,
      'Make room on the disk and let the folder be written, then start again.',
      error,
    );
  } finally {
    reader.close();
  }
}

function isUnreadable(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError &&
    (error.code === 'SQLITE_NOTADB' || error.code.startsWith('SQLITE_CORRUPT'))
  );
}

function unreadable(file: string, cause?: unknown): DatabaseRefused {
  return new DatabaseRefused(
    'database_unreadable',
    `${file} is not a readable SQLite database. Nothing was changed.`,
    'Move the file away (or restore a backup of it) and start again.',
    cause,
  );
}
