import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { MIGRATIONS } from '../store/migrations/migrations.ts';
import type { Examination } from './examine-home.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { NO_FACTS, type StoredFacts, storedFacts } from './stored-facts.ts';

const FILE = 'fleetboard.db';
const LOCK_WAIT_MS = 5_000;
/** A log is checkpointed at 4 MB; this large it is kept from that by a reader that never ends. */
const LARGE_LOG_BYTES = 64 * 1_048_576;

/** Whether the database is sound and of a version that is known, and what it says of daemons and tasks. */
export function examineDatabase({ home, sqliteBinding, now }: Examination): {
  readonly findings: Finding[];
  readonly facts: StoredFacts;
} {
  const file = path.join(home, FILE);
  if (sizeOf(file) === null) {
    return { findings: [ok('Database', 'none yet: the first start makes it')], facts: NO_FACTS };
  }
  let database: Database.Database | null = null;
  const findings: Finding[] = [];
  try {
    database = new Database(file, {
      readonly: true,
      fileMustExist: true,
      timeout: LOCK_WAIT_MS,
      ...(sqliteBinding !== null && { nativeBinding: sqliteBinding }),
    });
    const version = Number(database.pragma('user_version', { simple: true }));
    findings.push(versionFinding(version), log(file), backups(home), soundness(database, file));
    const facts = storedFacts(database, version);
    return { findings: [...findings, ...oldWriter(facts, now)], facts };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      findings: [
        ...findings.filter(({ check }) => check !== 'Database'),
        fail(
          'Database',
          `${file} cannot be read: ${reason}.`,
          'Close whatever locks it. If it is damaged, stop the daemons, move it away and put a backup in its place.',
        ),
      ],
      facts: NO_FACTS,
    };
  } finally {
    database?.close();
  }
}

function soundness(database: Database.Database, file: string): Finding {
  const said = String(database.pragma('quick_check(1)', { simple: true }));
  if (said === 'ok') return ok('Database', `${file}, ${inMegabytes(sizeOf(file) ?? 0)}, sound`);
  return fail(
    'Database',
    `${file} is damaged: ${said}`,
    'Stop the daemons, keep a copy of the file, and put a backup in its place.',
  );
}

function versionFinding(version: number): Finding {
  const latest = MIGRATIONS.at(-1)?.version ?? 0;
  if (version === latest) return ok('Schema', `version ${version}`);
  if (version < latest) {
    return warn(
      'Schema',
      `version ${version}, older than ${latest}.`,
      'The next start of a daemon backs the file up beside itself and brings it forward.',
    );
  }
  return fail(
    'Schema',
    `version ${version}; this Fleetboard knows versions up to ${latest}.`,
    'Update Fleetboard, or name another home with --home.',
  );
}

function log(file: string): Finding {
  const size = sizeOf(`${file}-wal`) ?? 0;
  if (size < LARGE_LOG_BYTES) return ok('Write-ahead log', inMegabytes(size));
  return warn(
    'Write-ahead log',
    `${inMegabytes(size)}: something keeps it from being written back.`,
    'End programs that hold the database open for long, or restart the daemons.',
  );
}

function backups(home: string): Finding {
  const found = readdirSync(home).filter((name) => name.startsWith(`${FILE}.`));
  return ok('Backups', found.length === 0 ? 'none' : found.sort().join(', '));
}

function oldWriter({ oldWriter: refused }: StoredFacts, now: number): Finding[] {
  if (refused === null) return [];
  const days = Math.floor((now - refused.lastAt) / (24 * 60 * 60_000));
  const last = days === 0 ? 'within the last day' : `${days} days ago`;
  return [
    warn(
      'Old writers',
      `An out-of-date daemon was refused ${refused.refusals} times, the last time ${last}.`,
      'Find the older Fleetboard that shares this database, and end or update it.',
    ),
  ];
}

/** Null for a file that is not there. */
function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}
