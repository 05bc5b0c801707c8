import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type At, COMMAND_LINE_TEST_MS, serveDaemon } from '../helpers/command-line.ts';
import { readTask } from '../helpers/database-reader.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder('launcher');
afterAll(() => folder.remove());

describe('npm run -s fleetboard', () => {
  it('prints the answer alone, and means the folder that npm was called from', async () => {
    const at: At = { home: folder.path, port: await freePort() };
    const daemon = await serveDaemon(at);
    try {
      const args = ['--prefix', project, 'run', '-s', 'fleetboard', '--', 'spawn', '--json'];
      const task = ['--agent', 'command', '--', 'echo --json'];
      const { stdout } = await promisify(execFile)('npm', [...args, ...task], {
        cwd: folder.path,
        env: {
          ...process.env,
          FLEETBOARD_HOME: at.home,
          FLEETBOARD_PORT: String(at.port),
        },
      });
      const { id } = z.object({ id: z.uuid() }).parse(JSON.parse(stdout));
      expect(readTask(at.home, id)).toMatchObject({ workdir: folder.path, prompt: 'echo --json' });
    } finally {
      await daemon.end('SIGTERM');
    }
  });

  it('exits as the command does', async () => {
    const args = ['run', '-s', 'fleetboard', '--', 'tasks', '--port', 'abc'];
    await expect(promisify(execFile)('npm', args, { cwd: project })).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining("'abc' is invalid"),
    });
  });
});
