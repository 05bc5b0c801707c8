import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../../electron/daemon/daemon.ts';
import type { Card } from '../../shared/board.ts';
import type { Fleet } from '../../shared/fleet.ts';
import { isTerminal } from '../../shared/terminal-statuses.ts';
import { readRows } from '../helpers/database-reader.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A cut for every day; the promise is about 60 s (docs/reliability.md says how that was run). */
const RUN_MS = Number(process.env.FLEETBOARD_OLD_WRITER_MS ?? 4_000);
const OLD_WRITER = fileURLToPath(new URL('../fixtures/old-writer.ts', import.meta.url));

interface Report {
  readonly rounds: number;
  readonly tried: number;
  readonly claimed: number;
  readonly completed: number;
  readonly reclaimed: number;
  readonly changedOwned: number;
}

let folder: ReturnType<typeof temporaryFolder>;
let daemons: Daemon[] = [];
beforeEach(() => {
  folder = temporaryFolder('old-writer');
});
afterEach(async () => {
  await Promise.all(daemons.splice(0).map((daemon) => daemon.stop()));
  folder.remove();
});

async function daemon(): Promise<Daemon> {
  const started = await startDaemon({
    home: folder.path,
    port: await freePort(),
    version: '0.0.0',
    sqliteBinding: null,
  });
  daemons.push(started);
  return started;
}

/** Starts one task after another until it is told to stop; resolves with their ids when the last one has settled. */
async function keepBusy(daemon: Daemon, running: { readonly goesOn: () => boolean }) {
  const settled = new Map<string, () => void>();
  daemon.subscribe((push) => {
    if (push.event !== 'board') return;
    for (const card of push.delta.cards) if (isTerminal(card.status)) settled.get(card.id)?.();
  });
  const ids: string[] = [];
  while (running.goesOn()) {
    const kind = ids.length % 2 === 0 ? ('spawn' as const) : ('attempt' as const);
    const outcome = await daemon.handlers['task.start']({
      kind,
      agent: 'command',
      folder: folder.path,
      prompt: 'true',
      profile: 'careful',
      shape: 'scout',
    });
    if (outcome.outcome !== 'enqueued') throw new Error(JSON.stringify(outcome));
    ids.push(outcome.taskId);
    await new Promise<void>((resolve) => {
      settled.set(outcome.taskId, resolve);
      void daemon.handlers['task.details']({ taskId: outcome.taskId }).then((found) => {
        if (found.outcome === 'found' && isTerminal(found.details.card.status)) resolve();
      });
    });
  }
  return ids;
}

it(
  `a program from before ownership changes no owned row in ${RUN_MS} ms at full speed, and is told of`,
  async () => {
    daemons = [await daemon(), await daemon()];
    let goesOn = true;
    const told: Fleet[] = [];
    daemons[0]?.subscribe((push) => {
      if (push.event === 'fleet') told.push(push.fleet);
    });
    const work = Promise.all(daemons.map((each) => keepBusy(each, { goesOn: () => goesOn })));
    const { stdout } = await promisify(execFile)(process.execPath, [
      OLD_WRITER,
      path.join(folder.path, 'fleetboard.db'),
      String(RUN_MS),
      'old-boot',
    ]);
    goesOn = false;
    const ids = (await work).flat();
    const report = JSON.parse(stdout) as Report;
    const fleet = await daemons[0]?.handlers['fleet.read']({});
    if (process.env.FLEETBOARD_OLD_WRITER_MS !== undefined) {
      process.stdout.write(
        `${JSON.stringify({ ...report, tasks: ids.length, ...fleet?.oldWriter })}\n`,
      );
    }

    expect(report.changedOwned).toBe(0);
    expect(report.tried).toBeGreaterThan(100);
    // What nobody owned was the old program's to use.
    expect(report.claimed).toBeGreaterThan(0);
    expect(report.completed).toBeGreaterThan(0);
    // It did try: the database refused it, and the board says so.
    expect(fleet?.oldWriter?.refusals).toBeGreaterThan(0);

    expect(ids.length).toBeGreaterThan(2);
    const rows = readRows<Card & { result_digest: string | null; owner_daemon: string }>(
      folder.path,
      'SELECT * FROM dispatch_tasks WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    );
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'done', generation: 1, attempts: 0 });
      expect(row.result_digest).not.toBe('by the old program');
    }
    expect(rows).toHaveLength(ids.length);
  },
  RUN_MS + 60_000,
);
