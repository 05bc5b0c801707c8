import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { notOnDisk, unavailableIfWorldly } from '../../electron/daemon/store/sqlite-failures.ts';
import { StoreUnavailable } from '../../electron/daemon/store/store-unavailable.ts';
import { StoreTrouble } from '../../electron/daemon/store-trouble.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let told: (string | null)[];
let trouble: StoreTrouble;
beforeEach(() => {
  told = [];
  trouble = new StoreTrouble((problem) => told.push(problem?.code ?? null));
});

const failure = (code: string) => new StoreUnavailable({ code, message: '', nextStep: '' });

describe('trouble of the database', () => {
  it('is told once at its beginning and once at its end', () => {
    for (const _time of [1, 2, 3]) trouble.failed(failure('disk_full'));
    expect(trouble.current()).toMatchObject({ code: 'disk_full' });
    for (const _time of [1, 2]) trouble.committed({ refused: false });
    expect(trouble.current()).toBeNull();
    trouble.failed(failure('disk_full'));
    expect(told).toEqual(['disk_full', null, 'disk_full']);
  });

  it('is not over by what is committed while the disk refuses', () => {
    trouble.failed(notOnDisk(new Error('EIO')));
    trouble.committed({ refused: true });
    expect(trouble.current()).toMatchObject({ code: 'database_not_on_disk' });
    trouble.committed({ refused: false });
    expect(told).toEqual(['database_not_on_disk', null]);
  });

  it('is told anew when it becomes another', () => {
    trouble.failed(failure('database_locked'));
    trouble.failed(failure('disk_full'));
    expect(told).toEqual(['database_locked', 'disk_full']);
  });

  it('of a damaged file is not over because another part can be written', () => {
    trouble.failed(failure('database_corrupt'));
    trouble.committed({ refused: false });
    trouble.failed(failure('disk_full'));
    expect(trouble.current()).toMatchObject({ code: 'database_corrupt' });
    expect(told).toEqual(['database_corrupt']);
  });

  it('is nothing that a bug does', () => {
    trouble.failed(new TypeError('x is not a function'));
    trouble.failed(unavailableIfWorldly(new Database.SqliteError('no such table', 'SQLITE_ERROR')));
    expect(told).toEqual([]);
  });
});

describe('what SQLite says', () => {
  it.each([
    ['SQLITE_FULL', 'disk_full'],
    ['SQLITE_CORRUPT', 'database_corrupt'],
    ['SQLITE_CORRUPT_INDEX', 'database_corrupt'],
    ['SQLITE_NOTADB', 'database_corrupt'],
    ['SQLITE_IOERR_WRITE', 'database_unwritable'],
    ['SQLITE_READONLY', 'database_unwritable'],
    ['SQLITE_CANTOPEN', 'database_unwritable'],
  ])('%s is %s for a person, with what to do', (said, code) => {
    const failure = unavailableIfWorldly(new Database.SqliteError('it said so', said));
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure).toMatchObject({ problem: { code, nextStep: expect.stringMatching(/\w/) } });
  });

  it('leaves its own mistakes to those who made them', () => {
    const folder = temporaryFolder('trouble');
    const database = new Database(path.join(folder.path, 'fleetboard.db'));
    const mistake = caught(() => database.exec('UPDATE absent SET x = 1'));
    database.close();
    folder.remove();
    expect(unavailableIfWorldly(mistake)).toBe(mistake);
  });
});

function caught(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
