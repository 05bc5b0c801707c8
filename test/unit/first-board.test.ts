import path from 'node:path';
import type Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFirstBoard } from '../../electron/daemon/handlers/first-board.ts';
import { openSqliteStore } from '../../electron/daemon/store/sqlite-store.ts';
import type { Store } from '../../electron/daemon/store/store.ts';
import { changeRows } from '../helpers/database-writer.ts';
import { seedBoard } from '../helpers/seeded-board.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let store: Store | null = null;

beforeEach(() => {
  folder = temporaryFolder('first-board');
});

afterEach(async () => {
  await store?.close();
  folder.remove();
});

function storeWith(tasks: number): { store: Store; live: readonly string[] } {
  const live = seedBoard(folder.path, tasks);
  store = openSqliteStore({
    file: path.join(folder.path, 'fleetboard.db'),
    binding: null,
    accountId: 'local',
  });
  return { store, live };
}

it('is all of a small board, to which its changes follow', async () => {
  const { store } = storeWith(250);
  const first = await readFirstBoard(store);
  expect(first).toEqual(await store.board.changesSince(0, 1_000));
  expect(first).toMatchObject({ revision: 250, more: false });
});

it('is the top of a large board, each row once, and says that all of it is still to be read', async () => {
  const { store, live } = storeWith(1_000);
  const first = await readFirstBoard(store);
  expect(first).toMatchObject({ since: 0, revision: 0, more: true });
  expect(first.cards.map(({ id }) => id).sort()).toEqual(live.slice(-100));
});

it('has what is open in a large board also where everything newer is done', async () => {
  const { store, live } = storeWith(1_000);
  changeRows(folder.path, (database) => {
    const makeNewest = database.prepare(
      `UPDATE dispatch_tasks SET created_at = created_at + 86400000, revision = (SELECT revision + 1 FROM board)
       WHERE id = ?`,
    );
    for (const { id } of newestDone(database)) makeNewest.run(id);
  });
  const { cards } = await readFirstBoard(store);
  const open = cards.filter(({ status }) => status === 'running').map(({ id }) => id);
  expect(open.sort()).toEqual(live.slice(-100));
  expect(cards.filter(({ status }) => status === 'done')).toHaveLength(100);
});

function newestDone(database: Database.Database): { id: string }[] {
  const query = `SELECT id FROM dispatch_tasks WHERE status = 'done' ORDER BY created_at DESC LIMIT 100`;
  return database.prepare<[], { id: string }>(query).all();
}
