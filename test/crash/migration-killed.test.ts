import { readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queue } from '../../electron/daemon/store/migrations/0001-queue.ts';
import { MIGRATIONS } from '../../electron/daemon/store/migrations/migrations.ts';
import { CrashedHome, diesOf } from '../helpers/crashed-home.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

const LATEST = MIGRATIONS.at(-1)?.version ?? 0;

let folder: ReturnType<typeof temporaryFolder>;
let home: CrashedHome;
beforeEach(() => {
  folder = temporaryFolder('migration');
  home = new CrashedHome(folder.path);
});
afterEach(async () => {
  expect(await home.end()).toEqual([]);
  folder.remove();
});

/** A file as the oldest programs left it: no version, no owners. */
function writeOldFile(): void {
  const database = new Database(path.join(home.home, 'fleetboard.db'));
  database.exec(queue.sql);
  const insert = database.prepare(
    `INSERT INTO dispatch_tasks (id, account_id, project_id, kind, shape, workdir, prompt, provider, status, attempts,
                                 claim_owner, claimed_at, result_digest, error, created_at, updated_at)
     VALUES (@id, 'local', 'shop', 'spawn', 'scout', @folder, 'true', 'command', @status, @attempts,
             @claimOwner, @claimedAt, @digest, @error, 1, 1)`,
  );
  const nothing = { attempts: 0, claimOwner: null, claimedAt: null, digest: null, error: null };
  for (const row of [
    { id: 'queued', status: 'queued' },
    { id: 'claimed', status: 'claimed', claimOwner: 'gone', claimedAt: 1 },
    { id: 'running', status: 'running', claimOwner: 'gone', claimedAt: 1 },
    { id: 'done', status: 'done', digest: 'Mended.' },
    { id: 'blocked', status: 'blocked', attempts: 2, error: 'It broke.' },
  ]) {
    insert.run({ ...nothing, folder: folder.path, ...row });
  }
  database.exec(
    `INSERT INTO dispatch_events VALUES ('event', 'local', 'shop', 'done', 'task.done', 'Mended.', 1, NULL)`,
  );
  database.close();
}

const contents = () => ({
  version: home.rows('PRAGMA user_version'),
  schema: home.rows('SELECT type, name, sql FROM sqlite_schema ORDER BY name'),
  tasks: home.rows('SELECT * FROM dispatch_tasks ORDER BY id'),
  events: home.rows('SELECT * FROM dispatch_events'),
});

describe('a daemon that is killed inside a migration', () => {
  it.each([
    ['between two steps of the second', 'CREATE TABLE board'],
    ['in the middle of a changed table', 'ADD COLUMN held_until'],
    ['before rows are rewritten', 'UPDATE dispatch_tasks SET revision = numbered'],
    ['between the second and the third', 'PRAGMA user_version = 2'],
    ['between two triggers of the third', 'CREATE TRIGGER fence_delete'],
    ['before the whole is committed', `PRAGMA user_version = ${LATEST}`, '^COMMIT'],
  ])(
    '%s: the file is as it was, and the next start brings all of it along',
    async (_when, ...patterns) => {
      writeOldFile();
      const before = contents();
      await diesOf(await home.daemon(...patterns), patterns);
      expect(contents()).toEqual(before);
      expect(home.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);

      await (await home.daemon()).ready();
      expect(home.rows('PRAGMA user_version')).toEqual([{ user_version: LATEST }]);
      for (const id of ['queued', 'claimed', 'running']) {
        await home.until(id, ({ status }) => status === 'done');
      }
      expect(home.rows('SELECT id FROM dispatch_tasks')).toHaveLength(before.tasks.length);
      expect(home.left('queued')).toMatchObject({
        generation: 1,
        attempts: 0,
        events: ['task.done'],
      });
      expect(home.left('running')).toMatchObject({
        generation: 2,
        attempts: 1,
        events: ['task.done'],
      });
      expect(home.left('done')).toMatchObject({
        status: 'done',
        generation: 0,
        events: ['task.done'],
      });
      expect(home.left('blocked')).toMatchObject({ status: 'blocked', attempts: 2, events: [] });
      const copies = readdirSync(home.home).filter((name) => name.includes('.backup'));
      expect(copies.length).toBeGreaterThan(0);
      for (const name of copies) {
        const copy = new Database(path.join(home.home, name), { readonly: true });
        expect(copy.prepare('SELECT * FROM dispatch_tasks ORDER BY id').all()).toEqual(
          before.tasks,
        );
        copy.close();
      }
    },
  );
});
