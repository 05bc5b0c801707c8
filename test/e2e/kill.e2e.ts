import path from 'node:path';
import { expect, test } from '@playwright/test';
import { auditActions, processOf, readRows, readTask } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { processGroup, workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

test('after kill -9 the next start settles or continues everything, and no process is left', async () => {
  const folder = temporaryFolder('kill');
  const home = path.join(folder.path, 'home');
  const configuration = { dispatch: { maxConcurrentWorkers: 8 } };
  const first = await FleetboardWindow.launch({ home, configuration });
  const prompt = (name: string) => `echo ${name}; sleep 600 & sleep 600`;
  const start = { agent: 'command', folder: folder.path };
  await first.start({ ...start, kind: 'Attempt', prompt: prompt('one') });
  await first.start({ ...start, kind: 'Attempt', prompt: prompt('two') });
  await first.start({ ...start, kind: 'Spawn', prompt: prompt('three') });
  const ids = {
    running: await first.taskId('echo one'),
    held: await first.taskId('echo two'),
    spawn: await first.taskId('echo three'),
  };
  for (const id of Object.values(ids)) {
    await expect.poll(() => readTask(home, id).status).toBe('running');
  }
  await first.act(ids.held, 'Hold');
  await first.inState(ids.held, 'awaiting');
  const groups = Object.values(ids).map((id) => processOf(home, id));
  await first.kill();
  // The workers outlive the application: that is what has to be cleaned up.
  expect(groups.flatMap(processGroup).length).toBeGreaterThanOrEqual(3);

  const second = await FleetboardWindow.launch({ home, port: first.port });
  try {
    await second.inState(ids.running, 'failed');
    await second.inState(ids.held, 'failed');
    await second.inState(ids.spawn, 'working');
    expect(groups.flatMap(processGroup)).toEqual([]);
    expect(readTask(home, ids.running)).toMatchObject({
      generation: 2,
      error_code: 'attempt_reclaimed',
    });
    expect(readTask(home, ids.held)).toMatchObject({
      generation: 2,
      held_until: null,
      error_code: 'attempt_reclaimed',
    });
    await expect.poll(() => readTask(home, ids.spawn).status).toBe('running');
    // Reclaimed once (generation 2), then claimed again (3).
    expect(readTask(home, ids.spawn)).toMatchObject({ generation: 3, attempts: 1 });
    expect(auditActions(home, ids.spawn)).toContain('dispatch.reclaimed');

    const newGroup = processOf(home, ids.spawn);
    const mine = workerProcessesOf(home);
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.every((process) => process.group === newGroup)).toBe(true);
    expect(readRows(home, `SELECT id FROM sessions WHERE state <> 'ended'`)).toHaveLength(1);
    await expect(second.lane('Needs you').locator('article')).toHaveCount(2);
  } finally {
    await second.close();
  }
  expect(workerProcessesOf(home)).toEqual([]);
  folder.remove();
});
