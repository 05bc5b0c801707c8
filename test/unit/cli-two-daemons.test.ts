import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type At,
  COMMAND_LINE_TEST_MS,
  type Running,
  run,
  serveDaemon,
  to,
} from '../helpers/command-line.ts';
import { readTask } from '../helpers/database-reader.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const folder = temporaryFolder('cli-two');
let here: At;
let there: At;
let daemons: Running[];

beforeAll(async () => {
  const home = path.join(folder.path, 'home');
  here = { home, port: await freePort() };
  there = { home, port: await freePort() };
  daemons = [await serveDaemon(here), await serveDaemon(there)];
});
afterAll(async () => {
  for (const daemon of daemons) await daemon.end('SIGTERM');
  folder.remove();
});

const common = () => ['--agent', 'command', '--dir', folder.path, '--', 'sleep 600'];

async function startThere(): Promise<string> {
  const { stdout } = await run([...to(there), 'attempt', ...common()]);
  const id = stdout.trim();
  await vi.waitFor(() => expect(readTask(here.home, id).status).toBe('running'), {
    timeout: 30_000,
    interval: 20,
  });
  return id;
}

describe('what another daemon owns', () => {
  it('is refused with its address, and done there when asked to', async () => {
    const id = await startThere();
    const owner = `127.0.0.1:${there.port}`;
    const refused = await run([...to(here), 'hold', id]);
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toBe(
      `Another daemon (${owner}) owns this. Add --there to act there, or ask that daemon: --port ${there.port}.\n`,
    );
    const asJson = await run([...to(here), 'hold', id, '--json']);
    expect(asJson.code).toBe(3);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      outcome: 'not_owner',
      ownerDaemon: owner,
      message: `Another daemon (${owner}) owns this.`,
      nextStep: expect.stringContaining('--there'),
    });
    expect(readTask(here.home, id).status).toBe('running');

    const done = await run([...to(here), 'hold', id, '--there']);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('Held.') });
    expect(readTask(here.home, id).status).toBe('held');
    const listed = await run([...to(here), 'tasks']);
    expect(listed.stdout).toMatch(new RegExp(`^ID .* OWNER .*\n${id.slice(0, 8)} .* ${owner} `));
    const cancelled = await run([...to(here), 'cancel', id, '--there', '--json']);
    expect(cancelled.code).toBe(0);
    expect(JSON.parse(cancelled.stdout)).toMatchObject({ outcome: 'cancelled' });
  });

  it('says that the other is gone when it is', async () => {
    const id = await startThere();
    const [, other] = daemons;
    await other?.end('SIGKILL');
    const { code, stderr } = await run([...to(here), 'cancel', id, '--there']);
    expect(stderr).toContain(`The daemon 127.0.0.1:${there.port} could not be reached`);
    expect(code).toBe(4);
    daemons = [...daemons.slice(0, 1), await serveDaemon(there)];
  });
});
