import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queue } from '../../electron/daemon/store/migrations/0001-queue.ts';
import { DatabaseRefused, openDatabase } from '../../electron/daemon/store/open-database.ts';
import { StoreProcess } from '../helpers/store-process.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
const processes: StoreProcess[] = [];
beforeEach(() => {
  folder = temporaryFolder('opening');
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.end()));
  folder.remove();
});

function start(...parameters: ConstructorParameters<typeof StoreProcess>): StoreProcess {
  const process = new StoreProcess(...parameters);
  processes.push(process);
  return process;
}

function oldFile(mode: 'wal' | 'delete'): string {
  const file = path.join(folder.path, 'fleetboard.db');
  const old = new Database(file);
  old.pragma(`journal_mode = ${mode}`);
  old.exec(queue.sql);
  old.pragma('user_version = 1');
  old.close();
  return file;
}

describe('opening at the same time as another daemon', () => {
  it('two that open fresh files make one good database of each', async () => {
    const FILES = 30;
    const openers = [1, 2].map(() => start('opens-files', folder.path, String(FILES)));
    await Promise.all(openers.map((opener) => opener.message()));
    const reports = openers.map((opener) => opener.message<string[]>());
    for (const opener of openers) opener.tell('go');
    expect(await Promise.all(reports)).toEqual([[], []]);
    for (let index = 0; index < FILES; index += 1) {
      const database = openDatabase({ file: path.join(folder.path, `${index}.db`), binding: null });
      expect(database.prepare('SELECT * FROM board').all()).toEqual([{ id: 1, revision: 0 }]);
      database.close();
    }
  });

  it('one that writes to an old file is waited for', async () => {
    const file = oldFile('delete');
    const writer = start('holds-the-lock', file);
    await writer.message();
    writer.tell('release once my parent keeps trying');
    const database = openDatabase({ file, binding: null });
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    database.close();
    await writer.message();
  });

  it('a newer one that migrates in between is noticed', async () => {
    const file = oldFile('wal');
    const newer = start('holds-the-lock', file);
    await newer.message();
    newer.tell('become newer once my parent has it open');
    expect(() => openDatabase({ file, binding: null })).toThrow(DatabaseRefused);
    await newer.message();
    const after = new Database(file, { readonly: true });
    expect(after.pragma('user_version', { simple: true })).toBe(99);
    after.close();
  });
});
