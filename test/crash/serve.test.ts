import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callDaemon } from '../../electron/daemon/api/daemon-client.ts';
import { readTask } from '../helpers/database-reader.ts';
import { freePort } from '../helpers/free-port.ts';
import { workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const commandLine = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url));

type Served = ChildProcessByStdio<null, Readable, null>;

let folder: ReturnType<typeof temporaryFolder>;
let port: number;
const running = new Set<Served>();

beforeEach(async () => {
  folder = temporaryFolder('serve');
  port = await freePort();
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  folder.remove();
});

function serve(...args: string[]): { child: Served; lines: AsyncIterableIterator<string> } {
  const child = spawn(process.execPath, [commandLine, 'serve', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FLEETBOARD_HOME: folder.path, FLEETBOARD_PORT: String(port) },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function ready(lines: AsyncIterableIterator<string>): Promise<unknown> {
  const { value } = await lines.next();
  return JSON.parse(String(value));
}

const owner = () => `127.0.0.1:${port}`;

async function startTask(prompt: string): Promise<string> {
  const answer = await callDaemon({ home: folder.path, owner: owner() }, 'task.start', {
    kind: 'spawn',
    agent: 'command',
    folder: folder.path,
    prompt,
    profile: 'careful',
    shape: 'scout',
  });
  if (!answer.ok || answer.value.outcome !== 'enqueued') throw new Error(JSON.stringify(answer));
  const { taskId } = answer.value;
  await vi.waitFor(() => expect(readTask(folder.path, taskId).status).toBe('running'), {
    timeout: 10_000,
  });
  return taskId;
}

describe('a daemon without a window', () => {
  it('tells where it is when it can be used, and nothing else, to those who want JSON', async () => {
    const { child, lines } = serve('--json');
    expect(await ready(lines)).toEqual({
      event: 'ready',
      owner: owner(),
      url: expect.stringMatching(new RegExp(`^http://${owner()}/#token=[0-9a-f]{64}$`)),
    });
    const answer = await callDaemon({ home: folder.path, owner: owner() }, 'startup.read', {});
    expect(answer).toEqual({ ok: true, value: { state: 'ready' } });
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await lines.next()).toMatchObject({ done: true });
  });

  it('stops in good order when it is told to: no process is left', async () => {
    const { child, lines } = serve('--json');
    await ready(lines);
    await startTask('sleep 600 & sleep 600');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(workerProcessesOf(folder.path)).toEqual([]);
  });

  it('ends at once when it is told so twice; the next start cleans up', async () => {
    const { child, lines } = serve();
    await lines.next();
    await startTask(`trap '' TERM; : > deaf; while :; do sleep 1; done`);
    const deaf = path.join(folder.path, 'deaf');
    await vi.waitFor(() => expect(existsSync(deaf)).toBe(true), { timeout: 10_000 });
    child.kill('SIGTERM');
    for await (const line of lines) if (line.startsWith('Stopping.')) break;
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
    const left = workerProcessesOf(folder.path).map(({ pid }) => pid);
    expect(left).not.toEqual([]);
    const again = serve('--json');
    await ready(again.lines);
    expect(workerProcessesOf(folder.path).filter(({ pid }) => left.includes(pid))).toEqual([]);
    again.child.kill('SIGTERM');
    await once(again.child, 'exit');
  }, 60_000);

  it('says why it cannot start, and fails', async () => {
    const first = serve('--json');
    await ready(first.lines);
    const second = serve('--json');
    const exit = once(second.child, 'exit');
    expect(await ready(second.lines)).toMatchObject({
      error: {
        code: 'port_taken',
        message: expect.stringContaining(
          `(pid ${first.child.pid}) of this home holds port ${port}`,
        ),
      },
    });
    expect(await exit).toEqual([1, null]);
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
  });
});
