import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Daemon, startDaemon } from '../../electron/daemon/daemon.ts';
import type { StartInput } from '../../shared/contract.ts';
import { processOf, readRows, readTask } from '../helpers/database-reader.ts';
import { freePort } from '../helpers/free-port.ts';
import { processGroup, workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const daemonProcess = fileURLToPath(new URL('../fixtures/daemon-process.ts', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let port: number;
let child: ChildProcess | null;
let daemon: Daemon | null;

beforeEach(async () => {
  folder = temporaryFolder('killed');
  port = await freePort();
  child = null;
  daemon = null;
});
afterEach(async () => {
  await daemon?.stop();
  child?.kill('SIGKILL');
  expect(workerProcessesOf(folder.path)).toEqual([]);
  folder.remove();
});

const task = (kind: StartInput['kind'], prompt: string): StartInput => ({
  kind,
  agent: 'command',
  folder: folder.path,
  prompt,
  profile: 'careful',
  shape: 'scout',
});

async function run(...inputs: StartInput[]): Promise<string[]> {
  const args = [daemonProcess, folder.path, String(port), JSON.stringify(inputs)];
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child = started;
  const [line] = (await once(started.stdout.setEncoding('utf8'), 'data')) as [string];
  return JSON.parse(line) as string[];
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child === null) throw new Error('no daemon runs');
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

async function startAgain(): Promise<Daemon> {
  daemon = await startDaemon({ home: folder.path, port, version: '0.0.0', sqliteBinding: null });
  return daemon;
}

const status = (id: string) => readTask(folder.path, id).status;
const becomes = (id: string, wished: string) =>
  vi.waitFor(() => expect(status(id)).toBe(wished), { timeout: 20_000, interval: 10 });

describe('a daemon that is killed', () => {
  it('takes its own work up at once after the next start, and leaves no process', async () => {
    const [spawnId = '', attemptId = ''] = await run(
      task('spawn', 'sleep 600 & sleep 600'),
      task('attempt', 'sleep 600'),
    );
    await becomes(spawnId, 'running');
    await becomes(attemptId, 'running');
    const groups = [processOf(folder.path, spawnId), processOf(folder.path, attemptId)];
    await end('SIGKILL');
    expect(groups.flatMap(processGroup).length).toBeGreaterThanOrEqual(2);

    await startAgain();
    expect(groups.flatMap(processGroup)).toEqual([]);
    await becomes(attemptId, 'failed');
    await becomes(spawnId, 'running');
    expect(readTask(folder.path, attemptId)).toMatchObject({
      generation: 2,
      error_code: 'attempt_reclaimed',
    });
    expect(readTask(folder.path, spawnId)).toMatchObject({ generation: 3, attempts: 1 });
  });

  it('has lost nothing that it had acknowledged', async () => {
    const waiting = Array.from({ length: 20 }, (_, index) => task('spawn', `echo ${index}`));
    const ids = await run(task('spawn', 'sleep 600'), task('spawn', 'sleep 600'), ...waiting);
    await end('SIGKILL');
    expect(readRows(folder.path, 'SELECT id FROM dispatch_tasks')).toHaveLength(ids.length);
    expect(readRows(folder.path, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await startAgain();
    await becomes(ids[0] ?? '', 'running');
  });

  it('blocks a spawn whose daemon dies as often as the failure limit allows', async () => {
    const [id = ''] = await run(task('spawn', 'sleep 600'));
    await becomes(id, 'running');
    await end('SIGKILL');
    await run();
    await vi.waitFor(() => expect(readTask(folder.path, id)).toMatchObject({ generation: 3 }));
    await becomes(id, 'running');
    await end('SIGKILL');
    await startAgain();
    await becomes(id, 'blocked');
    expect(readTask(folder.path, id)).toMatchObject({
      attempts: 2,
      error_code: 'reclaimed_too_often',
    });
    expect(workerProcessesOf(folder.path)).toEqual([]);
  });
});

describe('a daemon that is stopped in good order', () => {
  it('ends its workers without calling that a failure; the next start goes on', async () => {
    const [id = ''] = await run(task('spawn', 'sleep 600'));
    await becomes(id, 'running');
    await end('SIGTERM');
    expect(workerProcessesOf(folder.path)).toEqual([]);
    expect(readTask(folder.path, id)).toMatchObject({ status: 'running', error_code: null });
    expect(readRows(folder.path, `SELECT id FROM sessions WHERE state <> 'ended'`)).toEqual([]);
    expect(readRows(folder.path, 'SELECT * FROM worker_processes')).toEqual([]);
    await startAgain();
    await vi.waitFor(() => expect(readTask(folder.path, id).generation).toBe(3));
    await becomes(id, 'running');
  });

  it('holds its port for nobody else', async () => {
    await run();
    await expect(startAgain()).rejects.toMatchObject({
      problem: { code: 'port_taken', nextStep: expect.stringContaining('FLEETBOARD_PORT=') },
    });
    await end('SIGTERM');
    await startAgain();
  });
});
