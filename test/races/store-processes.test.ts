import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ME, OTHER, StoreBench } from '../helpers/store-bench.ts';
import { type SqliteDatabaseUnderTest, sqliteDatabase } from '../helpers/store-database.ts';
import { StoreProcess } from '../helpers/store-process.ts';

let bench: StoreBench<SqliteDatabaseUnderTest>;
const processes: StoreProcess[] = [];
beforeEach(() => {
  bench = new StoreBench(sqliteDatabase);
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.end()));
  bench.remove();
});

function start(...parameters: ConstructorParameters<typeof StoreProcess>): StoreProcess {
  const process = new StoreProcess(...parameters);
  processes.push(process);
  return process;
}

describe('several processes on one file', () => {
  it('a write waits for the lock of another process while this one goes on working', async () => {
    const holder = start('holds-the-lock', bench.database.file);
    await holder.message();
    let written = false;
    const write = bench.queued('spawn').then((task) => {
      written = true;
      return task;
    });
    let turns = 0;
    while (turns < 20) {
      await setTimeout(1);
      turns += 1;
    }
    expect(written).toBe(false);
    const released = holder.message();
    holder.tell('release');
    expect((await write).status).toBe('queued');
    await released;
  });

  it('reads do not wait for a writer', async () => {
    const { id } = await bench.queued('spawn');
    const holder = start('holds-the-lock', bench.database.file);
    await holder.message();
    expect(await bench.find(id)).toMatchObject({ id });
    expect((await bench.store.board.changesSince(0, 10)).cards).toHaveLength(1);
  });

  it('two daemons that claim at the same time get every row once', async () => {
    const ids = Array.from({ length: 60 }, () => bench.unowned());
    const claimers = [ME, OTHER].map(({ owner }) =>
      start('claims-everything', bench.database.file, owner),
    );
    await Promise.all(claimers.map((claimer) => claimer.message()));
    const reports = claimers.map((claimer) => claimer.message<string[]>());
    for (const claimer of claimers) claimer.tell('go');
    const claimed = await Promise.all(reports);
    expect(claimed.flat().sort()).toEqual([...ids].sort());
    for (const [index, { owner }] of [ME, OTHER].entries()) {
      for (const id of claimed[index] ?? []) {
        expect(bench.row(id)).toMatchObject({ owner_daemon: owner, generation: 1 });
      }
    }
  });
});
