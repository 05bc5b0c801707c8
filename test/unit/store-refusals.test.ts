import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queue } from '../../electron/daemon/store/migrations/0001-queue.ts';
import { MIGRATIONS } from '../../electron/daemon/store/migrations/migrations.ts';
import { DatabaseRefused, openDatabase } from '../../electron/daemon/store/open-database.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const SQLITE_HEADER_LENGTH = 100;
const LATEST = MIGRATIONS.at(-1)?.version ?? 0;

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
beforeEach(() => {
  folder = temporaryFolder('refusals');
  file = path.join(folder.path, 'fleetboard.db');
});
afterEach(() => folder.remove());

/** Every file of the folder with the hash of its bytes; the `-shm` index is no content, only that it is there. */
function everything(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder.path)
      .sort()
      .map((name) => [
        name,
        name.endsWith('-shm')
          ? ''
          : createHash('sha256')
              .update(readFileSync(path.join(folder.path, name)))
              .digest('hex'),
      ]),
  );
}

/** Opening is refused, and the folder is byte for byte what it was: no file more, no file less. */
function refusal(): DatabaseRefused {
  const before = everything();
  let refused: unknown;
  try {
    openDatabase({ file, binding: null }).close();
  } catch (error) {
    refused = error;
  }
  expect(everything()).toEqual(before);
  if (!(refused instanceof DatabaseRefused)) {
    throw new Error('the file was not refused', { cause: refused });
  }
  return refused;
}

function makeNewer(database: Database.Database, version = LATEST + 1): void {
  database.exec('CREATE TABLE of_the_future (id TEXT)');
  database.pragma(`user_version = ${version}`);
}

describe('a file from a newer version', () => {
  it.each([
    [LATEST + 1, 'wal'],
    [LATEST + 40, 'wal'],
    [LATEST + 1, 'delete'],
  ])('is refused and untouched: version %d, journal mode %s', (version, mode) => {
    const database = new Database(file);
    database.pragma(`journal_mode = ${mode}`);
    makeNewer(database, version);
    database.close();
    const refused = refusal();
    expect(refused.code).toBe('database_newer');
    expect(refused.message).toContain(file);
    expect(refused.message).toContain(`version ${version};`);
    expect(refused.message).toContain(`up to ${LATEST}.`);
    expect(refused.nextStep).toMatch(/update fleetboard/i);
  });

  describe('whose version is in its log alone', () => {
    let newer: Database.Database;
    beforeEach(() => {
      openDatabase({ file, binding: null }).close();
      newer = new Database(file);
      newer.pragma('wal_autocheckpoint = 0');
      makeNewer(newer);
    });
    afterEach(() => newer.close());

    it('is refused and untouched while the newer program runs', () => {
      expect(refusal().code).toBe('database_newer');
    });

    it('is refused and untouched after the newer program was killed', () => {
      const killed = path.join(folder.path, 'killed.db');
      for (const suffix of ['', '-wal', '-shm']) copyFileSync(file + suffix, killed + suffix);
      file = killed;
      expect(refusal().code).toBe('database_newer');
    });
  });

  it('of the current version is no newer one', () => {
    openDatabase({ file, binding: null }).close();
    expect(() => openDatabase({ file, binding: null }).close()).not.toThrow();
  });
});

describe('a file that is no database', () => {
  it.each([
    ['text', Buffer.from('Dear diary, '.repeat(500))],
    ['a few bytes', Buffer.from('SQLite')],
    ['the beginning of a database alone', Buffer.from('SQLite format 3\0')],
  ])('is refused and untouched: %s', (_what, bytes) => {
    writeFileSync(file, bytes);
    const refused = refusal();
    expect(refused.code).toBe('database_unreadable');
    expect(refused.message).toContain(file);
    expect(refused.nextStep).toMatch(/move the file away/i);
  });

  it.each(['wal', 'delete'])('is refused and untouched: pages of junk, journal mode %s', (mode) => {
    const database = new Database(file);
    database.exec(queue.sql);
    database.pragma(`journal_mode = ${mode}`);
    database.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(7, SQLITE_HEADER_LENGTH));
    expect(refusal().code).toBe('database_unreadable');
  });

  it('is none when it is empty: it becomes one', () => {
    writeFileSync(file, '');
    expect(() => openDatabase({ file, binding: null }).close()).not.toThrow();
  });
});
