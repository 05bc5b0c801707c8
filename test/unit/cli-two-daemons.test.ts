import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMAND_LINE_TEST_MS } from '../helpers/command-line.ts';
import { CommandedDaemon } from '../helpers/commanded-daemon.ts';
import { readTask } from '../helpers/database-reader.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const folder = temporaryFolder('cli-two');
let here: CommandedDaemon;
let there: CommandedDaemon;

beforeAll(async () => {
  const home = path.join(folder.path, 'home');
  here = await CommandedDaemon.serve(home);
  there = await CommandedDaemon.serve(home);
});
afterAll(async () => {
  for (const daemon of [here, there]) await daemon.end();
  folder.remove();
});

const common = () => ['--agent', 'command', '--dir', folder.path, '--', 'sleep 600'];

async function startThere(): Promise<string> {
  const { stdout } = await there.ran(['attempt', ...common()]);
  const id = stdout.trim();
  await vi.waitFor(() => expect(readTask(here.at.home, id).status).toBe('running'), {
    timeout: 30_000,
    interval: 20,
  });
  return id;
}

describe('what another daemon owns', () => {
  it('is refused with its address, and done there when asked to', async () => {
    const id = await startThere();
    const owner = there.owner;
    const refused = await here.ran(['hold', id]);
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toBe(
      `Another daemon (${owner}) owns this. Add --there to act there, or ask that daemon: --port ${there.at.port}.\n`,
    );
    const asJson = await here.ran(['hold', id, '--json']);
    expect(asJson.code).toBe(3);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      outcome: 'not_owner',
      ownerDaemon: owner,
      message: `Another daemon (${owner}) owns this.`,
      nextStep: expect.stringContaining('--there'),
    });
    expect(readTask(here.at.home, id).status).toBe('running');

    const done = await here.ran(['hold', id, '--there']);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('Held.') });
    expect(readTask(here.at.home, id).status).toBe('held');
    const listed = await here.ran(['tasks']);
    expect(listed.stdout).toMatch(new RegExp(`^ID .* OWNER .*\n${id.slice(0, 8)} .* ${owner} `));
    const cancelled = await here.ran(['cancel', id, '--there', '--json']);
    expect(cancelled.code).toBe(0);
    expect(JSON.parse(cancelled.stdout)).toMatchObject({ outcome: 'cancelled' });
  });

  it('says that the other is gone when it is', async () => {
    const id = await startThere();
    await there.kill();
    const { code, stderr } = await here.ran(['cancel', id, '--there']);
    expect(stderr).toContain(`The daemon 127.0.0.1:${there.at.port} could not be reached`);
    expect(code).toBe(4);
    await there.serveAgain();
  });
});
