import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CalledDaemon } from '../helpers/called-daemon.ts';
import { errorsInLog } from '../helpers/daemon-log.ts';
import { processOf, readRows, readTask } from '../helpers/database-reader.ts';
import { freePort } from '../helpers/free-port.ts';
import { GatedTask } from '../helpers/gated-task.ts';
import { processGroup, workerProcessesOf } from '../helpers/processes.ts';
import { StoreProcess } from '../helpers/store-process.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

const LEASE_MS = 1_000;
const PAGE_BYTES = 4_096;

let folder: ReturnType<typeof temporaryFolder>;
let home: string;
let file: string;
let port: number;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = temporaryFolder('broken');
  home = path.join(folder.path, 'home');
  file = path.join(home, 'fleetboard.db');
  port = await freePort();
  mkdirSync(home);
  writeFileSync(
    path.join(home, 'config.json'),
    JSON.stringify({ dispatch: { leaseMs: LEASE_MS, tickMs: 100, backoffBaseMs: 0 } }),
  );
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  expect(workerProcessesOf(home)).toEqual([]);
  folder.remove();
});

function newDaemon(): CalledDaemon {
  const daemon = new CalledDaemon({ home, port });
  ends.push(() => daemon.end('SIGTERM'));
  return daemon;
}

async function start(daemon: CalledDaemon, task: GatedTask): Promise<string> {
  const outcome = await daemon.call('task.start', task.input);
  if (outcome.outcome !== 'enqueued') throw new Error(JSON.stringify(outcome));
  return outcome.taskId;
}

const eventually = <Answer>(look: () => Answer | Promise<Answer>) =>
  vi.waitFor(look, { timeout: 40_000, interval: 20 });
const atWork = (task: GatedTask) => eventually(() => expect(task.witness).toEqual(['start']));

describe('a database that another program keeps locked', () => {
  it('is waited for: the result lands once, and a person is told', async () => {
    const daemon = await newDaemon().ready();
    const task = new GatedTask(folder.path, 'task');
    const id = await start(daemon, task);
    await atWork(task);
    const group = processOf(home, id);
    const other = new StoreProcess('holds-the-lock', file);
    ends.push(() => other.end());
    await other.message();

    task.finish();
    expect(await daemon.result('task.cancel', { taskId: id })).toMatchObject({
      ok: false,
      problem: { code: 'database_locked', nextStep: expect.stringContaining('Close the program') },
    });
    expect(await daemon.call('fleet.read', {})).toMatchObject({
      trouble: { code: 'database_locked' },
    });
    expect(processGroup(group)).toEqual([]);
    expect(readTask(home, id)).toMatchObject({ status: 'running', generation: 1 });

    other.tell('release');
    await eventually(() =>
      expect(readTask(home, id)).toMatchObject({
        status: 'done',
        generation: 1,
        result_digest: 'the result of task',
      }),
    );
    await eventually(async () =>
      expect(await daemon.call('fleet.read', {})).toMatchObject({ trouble: null }),
    );
    expect(task.witness).toEqual(['start', 'finish']);
    expect(errorsInLog(home)).toEqual(['the database is in trouble']);
  });
});

/** Overwrites pages, counted from 1. */
function damage(from: number, to: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, (from - 1) * PAGE_BYTES, to * PAGE_BYTES);
  writeFileSync(file, bytes, { flag: 'r+' });
}

const lastPage = () => Math.floor(statSync(file).size / PAGE_BYTES);

function pageOfTable(name: string): number {
  const [row] = readRows<{ rootpage: number }>(
    home,
    'SELECT rootpage FROM sqlite_schema WHERE name = ?',
    name,
  );
  if (row === undefined) throw new Error(`no table ${name}`);
  return row.rootpage;
}

/** Moves what is in the log into the file, so that the file is all there is. */
function checkpoint(): void {
  const outside = new Database(file, { timeout: 5_000 });
  outside.exec('UPDATE board SET revision = revision + 1');
  outside.pragma('wal_checkpoint(TRUNCATE)');
  outside.close();
}

describe('a damaged file', () => {
  it.each([
    ['its first page', 'database_unreadable', () => damage(1, 1)],
    ['all but its first page', 'database_unreadable', () => damage(2, lastPage())],
    ['its end', 'database_unreadable', () => truncateSync(file, 4 * PAGE_BYTES)],
    [
      'what only the recovery reads',
      'database_corrupt',
      () => {
        const page = pageOfTable('worker_processes');
        damage(page, page);
      },
    ],
  ])(
    'is refused at the start when it is %s, and a backup is taken up',
    async (_what, code, harm) => {
      const earlier = await newDaemon().ready();
      const task = new GatedTask(folder.path, 'task');
      const id = await start(earlier, task);
      await atWork(task);
      await earlier.end('SIGTERM');
      const backup = path.join(folder.path, 'backup.db');
      copyFileSync(file, backup);
      harm();
      const harmed = readFileSync(file);

      const refused = newDaemon();
      expect(await refused.startup).toMatchObject({
        state: 'failed',
        problem: { code, nextStep: expect.stringMatching(/backup/) },
      });
      // The port is free again, and nothing else keeps the process.
      expect((await refused.exited).code).toBe(0);
      expect(readFileSync(file).equals(harmed)).toBe(true);

      copyFileSync(backup, file);
      await newDaemon().ready();
      task.finish();
      await eventually(() => expect(readTask(home, id).status).toBe('done'));
      expect(readRows(home, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    },
  );

  it('under a running daemon: its workers stay, it says so, and it goes on from a restored file', async () => {
    const daemon = await newDaemon().ready();
    const stays = new GatedTask(folder.path, 'stays');
    const finishes = new GatedTask(folder.path, 'finishes');
    const stayId = await start(daemon, stays);
    const finishId = await start(daemon, finishes);
    await atWork(stays);
    await atWork(finishes);
    const groups = [stayId, finishId].map((id) => processOf(home, id)) as [number, number];
    checkpoint();
    const good = readFileSync(file);
    damage(2, lastPage());

    await eventually(async () =>
      expect(await daemon.call('fleet.read', {})).toMatchObject({
        trouble: { code: 'database_corrupt', nextStep: expect.stringContaining('backup') },
      }),
    );
    expect(await daemon.result('task.start', stays.input)).toMatchObject({
      ok: false,
      problem: { code: 'database_corrupt' },
    });
    finishes.finish();
    await eventually(() => expect(processGroup(groups[1])).toEqual([]));
    expect(processGroup(groups[0])).not.toEqual([]);
    expect(errorsInLog(home)).toEqual(['the database is in trouble']);

    // Put back in place, as a person would not dare to: what was kept in memory is written all the same.
    writeFileSync(file, good, { flag: 'r+' });
    checkpoint();
    await eventually(() => expect(readTask(home, finishId).status).toBe('done'));
    expect(readTask(home, finishId)).toMatchObject({ generation: 1 });
    expect(readTask(home, stayId)).toMatchObject({ status: 'running', generation: 1 });
    expect(processGroup(groups[0])).not.toEqual([]);
    stays.finish();
    await eventually(() => expect(readTask(home, stayId).status).toBe('done'));
    for (const task of [stays, finishes]) expect(task.witness).toEqual(['start', 'finish']);
    expect(errorsInLog(home)).toEqual(['the database is in trouble']);
  });
});
