import path from 'node:path';
import Database from 'better-sqlite3';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetFeed } from '../../electron/daemon/fleet/fleet-feed.ts';
import { openSqliteStore } from '../../electron/daemon/store/sqlite-store.ts';
import type { DaemonIdentity, Store } from '../../electron/daemon/store/store.ts';
import type { Fleet } from '../../shared/fleet.ts';
import type { Problem } from '../../shared/problems.ts';
import { ME, ME_RESTARTED, OTHER } from '../helpers/store-bench.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const FULL: Problem = { code: 'disk_full', message: 'Full.', nextStep: 'Make room.' };

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let now = 1_000;
let trouble: Problem | null = null;
let told: Fleet[] = [];
const feeds: FleetFeed[] = [];
beforeEach(() => {
  folder = temporaryFolder('fleet');
  store = openSqliteStore({
    file: path.join(folder.path, 'fleetboard.db'),
    binding: null,
    accountId: 'local',
  });
  now = 1_000;
  trouble = null;
  told = [];
});
afterEach(async () => {
  await Promise.all(feeds.splice(0).map((feed) => feed.stop()));
  await store.close();
  folder.remove();
});

async function start(me: DaemonIdentity): Promise<FleetFeed> {
  const feed = await FleetFeed.start({
    me,
    about: { machine: 'desk', pid: 7, version: '1.0.0' },
    store: store.fleet,
    trouble: () => trouble,
    publish: (fleet) => told.push(fleet),
    log: pino({ level: 'silent' }),
    now: () => now,
  });
  feeds.push(feed);
  return feed;
}

const states = async (feed: FleetFeed) =>
  (await feed.read()).daemons.map(({ owner, state, isThis }) => [owner, state, isThis]);

describe('who shares the database', () => {
  it('is told with what each of them does, and which of them tells it', async () => {
    const mine = await start(ME);
    const other = await start(OTHER);
    expect(await states(mine)).toEqual([
      [ME.owner, 'live', true],
      [OTHER.owner, 'live', false],
    ]);
    await other.stop();
    expect(await states(mine)).toEqual([
      [ME.owner, 'live', true],
      [OTHER.owner, 'stopped', false],
    ]);
  });

  it('falls silent without a heartbeat, and is back after its restart', async () => {
    await start(ME);
    const other = await start(OTHER);
    now += 15_001;
    expect(await states(other)).toEqual([
      [ME.owner, 'silent', false],
      [OTHER.owner, 'silent', true],
    ]);
    const restarted = await start(ME_RESTARTED);
    expect((await states(restarted))[0]).toEqual([ME.owner, 'live', true]);
  });

  it('hears of trouble at once, and of its end', async () => {
    const feed = await start(ME);
    trouble = FULL;
    feed.changed();
    trouble = FULL;
    await feed.stop();
    expect(told.at(-1)?.trouble).toEqual(FULL);
  });

  it('hears of trouble while a heartbeat waits for the very lock that is the trouble', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const other = new Database(path.join(folder.path, 'fleetboard.db'));
    try {
      const feed = await start(ME);
      other.exec('BEGIN IMMEDIATE');
      const beat = vi.spyOn(store.fleet, 'beatIfRegistered');
      vi.advanceTimersByTime(20_000);
      expect(beat).toHaveBeenCalledTimes(1);
      trouble = FULL;
      feed.changed();
      await vi.waitFor(() => expect(told.at(-1)?.trouble).toEqual(FULL));
    } finally {
      other.close();
      vi.useRealTimers();
    }
  });
});
