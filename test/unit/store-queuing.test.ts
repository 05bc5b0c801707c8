import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../../electron/daemon/store/connection.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';
import { storeOn } from '../../electron/daemon/store/sqlite-store.ts';
import type { Store, Task } from '../../electron/daemon/store/store.ts';
import { newSpawn } from '../bench/queue/store-contender.ts';
import { StoppedClock } from '../helpers/stopped-clock.ts';
import { claimRequest, ENQUEUED_AT, ME } from '../helpers/store-bench.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let onQueuing: () => void;
/** Of each commit, whether it queued a task that nobody has looked for. */
let queued: boolean[];
beforeEach(() => {
  new StoppedClock();
  folder = temporaryFolder('queuing');
  onQueuing = () => {};
  queued = [];
  const database = openDatabase({
    file: path.join(folder.path, 'fleetboard.db'),
    binding: null,
  });
  store = storeOn(
    new Connection(database, {
      onQueuing: () => onQueuing(),
      onCommit: (committed) => queued.push(committed.queued),
    }),
    'local',
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
  folder.remove();
});

const PROJECT = { id: 'project-1', name: 'project-1', folder: '/' };
const enqueue = (id: string) =>
  store.tasks.enqueue(newSpawn(id, PROJECT.id), PROJECT, ME, ENQUEUED_AT);
const claim = () => store.tasks.claimNext(claimRequest());

describe('a task that is about to be queued', () => {
  it('is claimed in the same transaction by whoever looks for work when told', async () => {
    let claimed: Promise<Task | null> | null = null;
    onQueuing = () => {
      claimed = claim();
    };
    await enqueue('task-1');
    expect(await claimed).toMatchObject({ id: 'task-1', status: 'claimed' });
    expect(queued).toEqual([false]);
  });

  it('is claimed so also by one who reads before, and when it was asked for outside of a promise', async () => {
    const { promise, resolve } = Promise.withResolvers<Task | null>();
    onQueuing = () => {
      void store.tasks.find('nothing').then(async () => resolve(await claim()));
    };
    setImmediate(() => void enqueue('task-1'));
    expect(await promise).toMatchObject({ id: 'task-1' });
    expect(queued).toEqual([false]);
  });

  it('is told of with the commit when nobody looked, or looked before it', async () => {
    await enqueue('task-1');
    await Promise.all([claim(), enqueue('task-2')]);
    expect(queued).toEqual([true, true]);
  });
});
