import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CalledDaemon } from '../helpers/called-daemon.ts';
import { errorsInLog, messagesInLog } from '../helpers/daemon-log.ts';
import { auditActions, processOf, readRows, readTask } from '../helpers/database-reader.ts';
import { freePort } from '../helpers/free-port.ts';
import { FULL_DISKS } from '../helpers/full-disk.ts';
import { GatedTask } from '../helpers/gated-task.ts';
import { processGroup, workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

const LEASE_MS = 1_000;

let folder: ReturnType<typeof temporaryFolder>;
let daemon: CalledDaemon | null;
beforeEach(() => {
  folder = temporaryFolder('full');
  daemon = null;
});
afterEach(async () => {
  await daemon?.end('SIGTERM');
  expect(workerProcessesOf(path.join(folder.path, 'home'))).toEqual([]);
  folder.remove();
});

/** SQLite finds its way out of the view on another process's file system; a copy of the files is as good a look. */
function copyOfDatabase(home: string, copy: string): string {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  for (const name of ['fleetboard.db', 'fleetboard.db-wal']) {
    copyFileSync(path.join(home, name), path.join(copy, name));
  }
  return copy;
}

const eventually = <Answer>(look: () => Answer | Promise<Answer>) =>
  vi.waitFor(look, { timeout: 20_000, interval: 20 });

describe.each(FULL_DISKS)('$name', (disk) => {
  it('costs no result, runs nothing twice, and is over when there is room again', async () => {
    const home = path.join(folder.path, 'home');
    mkdirSync(home);
    const running = new CalledDaemon({
      home,
      port: await freePort(),
      wrapper: disk.wrapper(home),
    });
    daemon = running;
    await running.ready();
    const seen = disk.homeOf(running, home);
    writeFileSync(
      path.join(seen, 'config.json'),
      JSON.stringify({
        dispatch: { leaseMs: LEASE_MS, tickMs: 100, maxConcurrentWorkers: 10, backoffBaseMs: 0 },
      }),
    );
    const work = ['finishes', 'stays', 'attempt', 'late'].map(
      (name) => new GatedTask(folder.path, name, name === 'attempt' ? 'attempt' : 'spawn'),
    );
    const [finishes, stays, attempt, late] = work as [GatedTask, GatedTask, GatedTask, GatedTask];
    const ids = new Map<GatedTask, string>();
    const start = async (task: GatedTask) => {
      const outcome = await running.call('task.start', task.input);
      if (outcome.outcome !== 'enqueued') throw new Error(JSON.stringify(outcome));
      ids.set(task, outcome.taskId);
    };
    const copied = () => copyOfDatabase(seen, path.join(folder.path, 'copy'));
    const row = (task: GatedTask) => readTask(copied(), ids.get(task) ?? '');
    for (const task of [finishes, stays, attempt]) await start(task);
    await eventually(() => {
      for (const task of [finishes, stays, attempt]) expect(task.witness).toEqual(['start']);
    });
    const groups = [finishes, attempt].map((task) => processOf(copied(), ids.get(task) ?? ''));

    disk.fill(running, home);
    expect(await running.result('task.start', late.input)).toMatchObject({
      ok: false,
      problem: { code: disk.code, nextStep: expect.stringContaining('results are written then') },
    });
    expect(await running.call('fleet.read', {})).toMatchObject({ trouble: { code: disk.code } });
    expect(await running.result('task.cancel', { taskId: ids.get(stays) ?? '' })).toMatchObject({
      problem: { code: disk.code },
    });

    finishes.finish();
    attempt.finish();
    await eventually(() => expect(groups.flatMap(processGroup)).toEqual([]));
    // Long enough for every lease to run out, and for many ticks to fail.
    const filledAt = Date.now();
    await eventually(() => expect(Date.now()).toBeGreaterThan(filledAt + 2 * LEASE_MS));
    expect(row(finishes)).toMatchObject({ status: 'running', generation: 1 });
    expect(await running.call('fleet.read', {})).toMatchObject({ trouble: { code: disk.code } });
    expect(await running.call('board.changes', { since: 0 })).toMatchObject({ more: false });

    disk.makeRoom(running, home);
    await eventually(() => {
      expect(row(finishes)).toMatchObject({
        status: 'done',
        result_digest: 'the result of finishes',
      });
      expect(row(attempt)).toMatchObject({
        status: 'done',
        result_digest: 'the result of attempt',
      });
    });
    await eventually(async () =>
      expect(await running.call('fleet.read', {})).toMatchObject({ trouble: null }),
    );
    // The one that was at work all the time goes on as if nothing had been.
    expect(row(stays)).toMatchObject({ status: 'running', generation: 1, attempts: 0 });
    stays.finish();
    await start(late);
    late.finish();
    await eventually(() => {
      for (const task of [stays, late]) expect(row(task).status).toBe('done');
    });

    for (const task of work) {
      expect(task.witness).toEqual(['start', 'finish']);
      expect(row(task).generation).toBe(1);
      expect(auditActions(copied(), ids.get(task) ?? '')).toEqual([
        'dispatch.enqueued',
        'dispatch.claimed',
        'dispatch.running',
        'dispatch.completed',
      ]);
    }
    await eventually(() => {
      expect(readRows(copied(), `SELECT id FROM sessions WHERE state <> 'ended'`)).toEqual([]);
      expect(readRows(copied(), 'SELECT * FROM worker_processes')).toEqual([]);
    });
    expect(readRows(copied(), 'SELECT count(*) AS events FROM dispatch_events')).toEqual([
      { events: 3 },
    ]);
    expect(readRows(copied(), 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(errorsInLog(seen)).toEqual(['the database is in trouble']);
    expect(
      messagesInLog(seen).filter((message) => message === 'the database can be written again'),
    ).toHaveLength(1);
  });

  it('does not keep the daemon from ending in good order', async () => {
    const home = path.join(folder.path, 'home');
    mkdirSync(home);
    const running = new CalledDaemon({ home, port: await freePort(), wrapper: disk.wrapper(home) });
    daemon = running;
    await running.ready();
    const task = new GatedTask(folder.path, 'task');
    await running.call('task.start', task.input);
    await eventually(() => expect(task.witness).toEqual(['start']));
    disk.fill(running, home);
    // The log has lines that it cannot write.
    expect(await running.result('task.start', task.input)).toMatchObject({
      problem: { code: disk.code },
    });
    expect(await running.end('SIGTERM')).toBe(0);
    expect(workerProcessesOf(home)).toEqual([]);
    expect(task.witness).toEqual(['start']);
  });

  it('refuses a start by name, and gives the port back', async () => {
    const home = path.join(folder.path, 'home');
    mkdirSync(home);
    const refused = new CalledDaemon({
      home,
      port: await freePort(),
      wrapper: disk.fullWrapper(home),
    });
    daemon = refused;
    expect(await refused.startup).toMatchObject({
      state: 'failed',
      problem: { code: 'disk_full', nextStep: expect.stringContaining('Make room') },
    });
    expect((await refused.exited).code).toBe(0);
  });
});
