import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readTask } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;

test.beforeEach(async () => {
  folder = temporaryFolder('sleep');
  window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    // No tick of its own comes in between: the end of the second task is what looks.
    configuration: { dispatch: { tickMs: 60_000 } },
  });
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

test('what the system says of sleep reaches the hold: time asleep does not count against it', async () => {
  await window.start({
    kind: 'Attempt',
    agent: 'command',
    folder: folder.path,
    prompt: 'sleep 600',
  });
  const held = await window.taskId('sleep 600');
  await window.inState(held, 'working');
  await window.act(held, 'Hold');
  await window.inState(held, 'awaiting');
  const before = readTask(window.home, held).held_until ?? 0;

  await window.start({ kind: 'Spawn', agent: 'command', folder: folder.path, prompt: 'sleep 3' });
  const sleeper = await window.taskId('sleep 3');
  await window.inState(sleeper, 'working');
  await window.application.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('suspend');
  });
  await expect.poll(() => readTask(window.home, sleeper).status, { timeout: 15_000 }).toBe('done');
  await window.application.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('resume');
  });
  await expect.poll(() => readTask(window.home, held).held_until).toBeGreaterThan(before + 1_500);
  expect(readFileSync(path.join(window.home, 'logs', 'daemon.log'), 'utf8')).toContain(
    'slept or the clock was set',
  );
});
