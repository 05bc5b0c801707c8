import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../../electron/daemon/store/connection.ts';
import { DatabaseStayedLocked } from '../../electron/daemon/store/locked.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const pauses: number[] = [];
/** The locks are real; only the pauses between two tries take no time. */
vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => {
    pauses.push(ms);
    if (pauses.length === releaseAfter) other.exec('COMMIT');
  },
}));

let folder: ReturnType<typeof temporaryFolder>;
let other: Database.Database;
let connection: Connection;
let commits: number;
let releaseAfter: number;
beforeEach(() => {
  folder = temporaryFolder('locked');
  const file = path.join(folder.path, 'fleetboard.db');
  commits = 0;
  connection = new Connection(openDatabase({ file, binding: null }), {
    onCommit: () => {
      commits += 1;
    },
  });
  other = new Database(file);
  pauses.length = 0;
  releaseAfter = Number.POSITIVE_INFINITY;
});
afterEach(() => {
  connection.close();
  other.close();
  folder.remove();
});

const advance = () => connection.run('UPDATE board SET revision = revision + 1');
const revision = () =>
  connection.first<{ revision: number }>('SELECT revision FROM board')?.revision;

describe('a write while another connection holds the lock', () => {
  it('is tried again after short random pauses, and done once', async () => {
    releaseAfter = 5;
    other.exec('BEGIN IMMEDIATE');
    expect(await connection.write(advance)).toBe(1);
    expect(pauses).toHaveLength(5);
    expect(new Set(pauses).size).toBe(5);
    for (const pause of pauses) {
      expect(pause).toBeGreaterThanOrEqual(1);
      expect(pause).toBeLessThanOrEqual(8);
    }
    expect(await connection.read(revision)).toBe(1);
    expect(commits).toBe(1);
  });

  it('gives up by name when the lock is never released', async () => {
    other.exec('BEGIN IMMEDIATE');
    await expect(connection.write(advance)).rejects.toThrow(DatabaseStayedLocked);
    const waitedMs = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(waitedMs).toBeGreaterThanOrEqual(15_000);
    expect(waitedMs).toBeLessThan(15_010);
    other.exec('COMMIT');
    expect(await connection.read(revision)).toBe(0);
    expect(commits).toBe(0);
  });

  it('does not try again what fails for another reason', async () => {
    await expect(connection.write(() => connection.run('UPDATE absent SET x = 1'))).rejects.toThrow(
      'no such table',
    );
    expect(pauses).toEqual([]);
  });
});

describe('a transaction', () => {
  it('leaves nothing behind when its work throws', async () => {
    const work = () => {
      advance();
      throw new Error('half-way');
    };
    await expect(connection.write(work)).rejects.toThrow('half-way');
    expect(await connection.read(revision)).toBe(0);
    expect(commits).toBe(0);
  });

  it('is announced after its commit, and only when it changed something', async () => {
    await connection.write(advance);
    expect(commits).toBe(1);
    await connection.write(() => connection.run('UPDATE board SET revision = 9 WHERE id = 2'));
    await connection.read(revision);
    expect(commits).toBe(1);
  });
});
