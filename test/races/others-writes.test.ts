import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OthersWrites } from '../../electron/daemon/board/others-writes.ts';
import { type Daemon, startDaemon } from '../../electron/daemon/daemon.ts';
import { openSqliteStore } from '../../electron/daemon/store/sqlite-store.ts';
import type { Store } from '../../electron/daemon/store/store.ts';
import { freePort } from '../helpers/free-port.ts';
import { StoreProcess } from '../helpers/store-process.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const OWNER = '127.0.0.1:7455';
const log = pino({ level: 'silent' });

let folder: ReturnType<typeof temporaryFolder>;
let other: StoreProcess;
beforeEach(() => {
  folder = temporaryFolder('others-writes');
});
afterEach(async () => {
  await other.end();
  folder.remove();
});

async function writer(file: string, owner: string): Promise<void> {
  other = new StoreProcess('enqueues', file, owner);
  await other.message();
}

describe('what another process writes', () => {
  let store: Store;
  let others: OthersWrites;
  let file: string;
  let writes: number;
  let next: () => void;

  beforeEach(async () => {
    file = path.join(folder.path, 'fleetboard.db');
    writes = 0;
    next = () => {};
    store = openSqliteStore({
      file,
      binding: null,
      accountId: 'local',
      onCommit: () => others.wrote(),
    });
    await store.board.currentRevision();
    others = new OthersWrites({
      file,
      board: store.board,
      onWrite: () => {
        writes += 1;
        next();
      },
      log,
    });
    await writer(file, OWNER);
  });
  afterEach(async () => {
    others.stop();
    await store.close();
  });

  const noticed = () =>
    new Promise<void>((resolve) => {
      next = resolve;
    });

  it('is noticed once it is committed, each time, far sooner than by the backstop', async () => {
    for (const id of ['one', 'two', 'three', 'four']) {
      const seen = noticed();
      const answered = other.message();
      const toldAt = performance.now();
      other.tell(id);
      await seen;
      expect(performance.now() - toldAt).toBeLessThan(1_000);
      expect(await store.tasks.find(id)).toMatchObject({ status: 'queued' });
      await answered;
    }
  });

  it('is noticed by the backstop where the log cannot be watched any more', async () => {
    rmSync(`${file}-wal`);
    const seen = noticed();
    other.tell('late');
    await seen;
    expect(writes).toBe(1);
  });

  it('is not what this process writes itself', async () => {
    const own = Array.from({ length: 50 }, (_, index) =>
      store.sessions.recordProcess(
        { sessionId: `session-${index}`, pid: 1, startedToken: 'token' },
        { owner: OWNER, bootId: 'boot' },
        1,
      ),
    );
    await Promise.all(own);
    const seen = noticed();
    other.tell('other');
    await seen;
    expect(writes).toBe(1);
  });
});

describe('a daemon', () => {
  let daemon: Daemon;
  afterEach(async () => daemon.stop());

  it('starts at once what another process has queued for it', async () => {
    // Only what another process writes can wake it.
    writeFileSync(
      path.join(folder.path, 'config.json'),
      JSON.stringify({ dispatch: { tickMs: 600_000 } }),
    );
    const port = await freePort();
    daemon = await startDaemon({
      home: folder.path,
      port,
      version: '0.0.0',
      sqliteBinding: null,
    });
    const done = new Promise<void>((resolve) => {
      daemon.subscribe((push) => {
        if (push.event !== 'board') return;
        if (
          push.delta.cards.some((card) => card.id === 'queued-outside' && card.startedAt !== null)
        )
          resolve();
      });
    });
    await writer(path.join(folder.path, 'fleetboard.db'), `127.0.0.1:${port}`);
    other.tell('queued-outside');
    await done;
  });
});
