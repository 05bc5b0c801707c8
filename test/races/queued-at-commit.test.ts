import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../../electron/daemon/daemon.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { WatchedDisk } from '../helpers/watched-disk.ts';

let folder: ReturnType<typeof temporaryFolder>;
let daemon: Daemon;
let disk: WatchedDisk;
beforeEach(async () => {
  folder = temporaryFolder('queued');
  const file = path.join(folder.path, 'fleetboard.db');
  openDatabase({ file, binding: null }).close();
  disk = new WatchedDisk(file, folder.path);
  // Nothing but the commit itself is to wake the dispatcher.
  writeFileSync(path.join(folder.path, 'config.json'), '{"dispatch":{"tickMs":60000}}');
  daemon = await startDaemon({
    home: folder.path,
    port: await freePort(),
    version: '0.0.0',
    sqliteBinding: null,
  });
});
afterEach(async () => {
  disk.goOn();
  await daemon.stop();
  disk.restore();
  folder.remove();
});

const start = (prompt: string) =>
  daemon.handlers['task.start']({
    kind: 'spawn',
    agent: 'command',
    profile: 'careful',
    shape: 'scout',
    folder: folder.path,
    prompt,
  });

it('a task is at work before a slow disk has it, and its sender is told once it has', async () => {
  disk.pause();
  let told = false;
  const running = new Promise<void>((resolve) => {
    daemon.subscribe((push) => {
      if (push.event !== 'board') return;
      const { cards } = push.delta;
      if (cards.some(({ title, status }) => title === 'read line' && status === 'running')) {
        resolve();
      }
    });
  });
  const started = start('read line').then((outcome) => {
    told = true;
    return outcome;
  });
  await running;
  expect(told).toBe(false);
  disk.goOn();
  expect(await started).toMatchObject({ outcome: 'enqueued' });
});
