import type Database from 'better-sqlite3';
import { MIGRATIONS } from '../store/migrations/migrations.ts';

/** The version from which the table of daemons and the fence are there. */
const FLEET_VERSION = 3;
const OWNERSHIP_VERSION = 2;
const RUNS_VERSION = 5;
const LATEST_VERSION = MIGRATIONS.at(-1)?.version ?? 0;

export interface StoredDaemon {
  readonly owner: string;
  readonly bootId: string;
  readonly pid: number;
  readonly version: string;
  readonly stoppedAt: number | null;
}

/** What the doctor reads from the database. */
export interface StoredFacts {
  readonly daemons: readonly StoredDaemon[];
  readonly oldWriter: { readonly refusals: number; readonly lastAt: number } | null;
  /** Work folders of tasks that have not settled. */
  readonly foldersInUse: ReadonlySet<string>;
  readonly openTasks: number;
  /** Runs that are neither merged nor discarded: their worktrees are theirs, whether or not a task works there. */
  readonly openRunIds: ReadonlySet<string>;
  /** Whether the database is there and says all this. */
  readonly isKnown: boolean;
}

export const NO_FACTS: StoredFacts = {
  daemons: [],
  oldWriter: null,
  foldersInUse: new Set(),
  openTasks: 0,
  openRunIds: new Set(),
  isKnown: false,
};

/** Reads what there is to read in a file of that version; a newer one is not touched. */
export function storedFacts(database: Database.Database, version: number): StoredFacts {
  if (version < OWNERSHIP_VERSION || version > LATEST_VERSION) return NO_FACTS;
  const open = database
    .prepare(
      `SELECT work_folder AS folder FROM dispatch_tasks
       WHERE status IN ('queued', 'claimed', 'running', 'held')`,
    )
    .all() as { folder: string | null }[];
  return {
    ...(version < FLEET_VERSION ? NO_FACTS : fleetFacts(database)),
    foldersInUse: new Set(open.flatMap(({ folder }) => folder ?? [])),
    openTasks: open.length,
    openRunIds: version < RUNS_VERSION ? new Set() : openRunIds(database),
    isKnown: true,
  };
}

function fleetFacts(database: Database.Database) {
  const daemons = database
    .prepare(
      `SELECT owner_daemon AS owner, boot_id AS bootId, pid, version, stopped_at AS stoppedAt
       FROM daemons ORDER BY owner_daemon`,
    )
    .all() as StoredDaemon[];
  const refused = database
    .prepare('SELECT refusals, last_at AS lastAt FROM old_writer_refusals WHERE refusals > 0')
    .get() as { refusals: number; lastAt: number } | undefined;
  return { ...NO_FACTS, daemons, oldWriter: refused ?? null };
}

function openRunIds(database: Database.Database): ReadonlySet<string> {
  const open = database
    .prepare(`SELECT id FROM runs WHERE status NOT IN ('merged', 'discarded')`)
    .all() as { id: string }[];
  return new Set(open.map(({ id }) => id));
}
