import { copyFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../electron/daemon/store/sqlite-store.ts';
import type { Store } from '../../electron/daemon/store/store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const ME = { owner: '127.0.0.1:7455', bootId: 'boot' };
const PROJECT = { id: 'project', name: 'project', folder: '/project' };

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
let store: Store;
beforeEach(() => {
  folder = temporaryFolder('checkpoints');
  file = path.join(folder.path, 'fleetboard.db');
  store = openSqliteStore({ file, binding: null, accountId: 'local' });
});
afterEach(() => {
  store.close();
  folder.remove();
});

let made = 0;
async function enqueueOneByOne(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    made += 1;
    await store.tasks.enqueue(
      {
        id: `task-${made}`,
        projectId: PROJECT.id,
        kind: 'spawn',
        shape: 'scout',
        targetSession: null,
        folder: '/project',
        agent: 'command',
        profile: 'careful',
        prompt: 'true',
        failureLimit: 2,
        createdBy: 'test',
      },
      PROJECT,
      ME,
      Date.now(),
    );
  }
}

/** How many tasks are in the database itself, without its log. */
function inTheFile(): number {
  const copy = path.join(folder.path, 'copy.db');
  copyFileSync(file, copy);
  const database = new Database(copy, { readonly: true });
  try {
    return Number(database.prepare('SELECT count(*) FROM dispatch_tasks').pluck().get());
  } finally {
    database.close();
  }
}

describe('the write-ahead log', () => {
  it('is brought into the database beside the commits, again and again', async () => {
    await enqueueOneByOne(100);
    await vi.waitFor(() => expect(inTheFile()).toBeGreaterThanOrEqual(100), 20_000);
    await enqueueOneByOne(100);
    await vi.waitFor(() => expect(inTheFile()).toBeGreaterThanOrEqual(200), 20_000);
  });

  it('stays the way in while nobody can bring it on: writes go on', async () => {
    const away = path.join(folder.path, 'away.db');
    renameSync(file, away);
    await enqueueOneByOne(250);
    renameSync(away, file);
    await enqueueOneByOne(100);
    await vi.waitFor(() => expect(inTheFile()).toBeGreaterThanOrEqual(250), 20_000);
  });
});
