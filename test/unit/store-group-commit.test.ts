import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../../electron/daemon/store/connection.ts';
import type { SharedWrite } from '../../electron/daemon/store/group-commit.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';
import { StoppedClock } from '../helpers/stopped-clock.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let other: Database.Database;
let connection: Connection;
let commits: number;
beforeEach(() => {
  folder = temporaryFolder('group-commit');
  const file = path.join(folder.path, 'fleetboard.db');
  commits = 0;
  connection = new Connection(openDatabase({ file, binding: null }), {
    onCommit: () => {
      commits += 1;
    },
  });
  other = new Database(file);
});
afterEach(() => {
  vi.restoreAllMocks();
  connection.close();
  other.close();
  folder.remove();
});

const advance = () => connection.run('UPDATE board SET revision = revision + 1');
const advanceAndThrow = () => {
  advance();
  throw new Error('half-way');
};
const revisionSeenByOthers = () =>
  (other.prepare('SELECT revision FROM board').get() as { revision: number }).revision;

describe('writes that are asked for together', () => {
  it('share one commit, and each is acknowledged only after it', async () => {
    new StoppedClock();
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => connection.write(advance).then(revisionSeenByOthers)),
    );
    expect(seen).toEqual(Array.from({ length: 20 }, () => 20));
    expect(commits).toBe(1);
  });

  it('share several commits where one would take 4 ms or longer', async () => {
    const clock = new StoppedClock();
    clock.everyLookTakesMs = 1;
    const seen = await Promise.all(
      Array.from({ length: 10 }, () =>
        connection.writeUnsynced(advance).then(revisionSeenByOthers),
      ),
    );
    expect(seen).toEqual([4, 4, 4, 4, 8, 8, 8, 8, 10, 10]);
    expect(commits).toBe(3);
  });

  it('are done in the order in which they were asked for', async () => {
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((turn) => connection.write(() => order.push(turn))));
    expect(order).toEqual([1, 2, 3]);
  });

  it('do not take one another down: who throws leaves nothing behind, the others are done once', async () => {
    const outcomes = await Promise.allSettled([
      connection.write(advance),
      connection.write(advanceAndThrow),
      connection.write(advance),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(revisionSeenByOthers()).toBe(2);
  });

  it('wait in their order for the lock of another process', async () => {
    other.exec('BEGIN IMMEDIATE');
    const order: string[] = [];
    const early = connection.write(() => order.push('early'));
    await new Promise((resolve) => setImmediate(resolve));
    const late = connection.write(() => order.push('late'));
    other.exec('COMMIT');
    await Promise.all([early, late]);
    expect(order).toEqual(['early', 'late']);
  });

  it('let timers have their turn however many there are', async () => {
    let written = 0;
    let writtenAtTimer: number | null = null;
    const timer = new Promise<void>((resolve) => {
      setTimeout(() => {
        writtenAtTimer = written;
        resolve();
      }, 1);
    });
    const writes = Array.from({ length: 20_000 }, () =>
      connection.write(advance).then(() => {
        written += 1;
      }),
    );
    await timer;
    await Promise.all(writes);
    expect(writtenAtTimer).toBeLessThan(20_000);
    expect(revisionSeenByOthers()).toBe(20_000);
  });

  it('are committed when the connection is closed at that moment', async () => {
    const written = connection.write(advance);
    connection.close();
    await written;
    expect(revisionSeenByOthers()).toBe(1);
  });
});

describe('writes of one kind', () => {
  interface Item {
    readonly name: string;
    readonly length?: number;
    readonly fails?: true;
  }
  let groups: string[];
  beforeEach(() => {
    groups = [];
  });

  const kind = (): SharedWrite<Item, string> => ({
    keyOf: ({ name }) => name,
    lengthOf: ({ length = 1 }) => length,
    perform(items) {
      groups.push(items.map(({ name }) => name).join());
      for (const { fails } of items) {
        advance();
        if (fails) throw new Error('half-way');
      }
      return items.map(({ name }) => `done ${name}`);
    },
  });
  const ask = (shared: SharedWrite<Item, string>, items: readonly Item[]) =>
    items.map((item) => connection.writeShared(shared, item, 'soon'));

  it('that stand side by side are done at once, and each gets its own result', async () => {
    new StoppedClock();
    const [one, other] = [kind(), kind()];
    const results = await Promise.all([
      ...ask(one, [{ name: 'a' }, { name: 'b' }]),
      ...ask(other, [{ name: 'c' }]),
      connection.write(() => 'between'),
      ...ask(one, [{ name: 'd' }, { name: 'e' }]),
    ]);
    expect(groups).toEqual(['a,b', 'c', 'd,e']);
    expect(results).toEqual(['done a', 'done b', 'done c', 'between', 'done d', 'done e']);
    expect(commits).toBe(1);
  });

  it('are done one after the other where they have the same key', async () => {
    await Promise.all(ask(kind(), [{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'c' }]));
    expect(groups).toEqual(['a,b', 'a,c']);
  });

  it('are never so many, or so long, that a group of them could not be cut', async () => {
    await Promise.all(
      ask(
        kind(),
        Array.from({ length: 150 }, (_, index) => ({ name: `${index}` })),
      ),
    );
    expect(groups.map((group) => group.split(',').length)).toEqual([64, 64, 22]);
    groups = [];
    await Promise.all(
      ask(kind(), [
        { name: 'a', length: 10_000 },
        { name: 'b', length: 10_000 },
        { name: 'c', length: 1 },
        { name: 'd', length: 1_000_000 },
        { name: 'e' },
      ]),
    );
    expect(groups).toEqual(['a', 'b,c', 'd', 'e']);
  });

  it('do not take one another down: who throws leaves nothing behind, the others are done once', async () => {
    const outcomes = await Promise.allSettled(
      ask(kind(), [{ name: 'a' }, { name: 'b', fails: true }, { name: 'c' }]),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(groups).toEqual(['a,b,c', 'a', 'b', 'c']);
    expect(revisionSeenByOthers()).toBe(2);
  });
});
