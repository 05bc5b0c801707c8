import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { cardSchema, sessionCardSchema } from '../../shared/board.ts';
import { dispatchEventSchema } from '../../shared/dispatch-events.ts';
import { problemSchema } from '../../shared/problems.ts';
import { COMMAND_LINE_TEST_MS, type Running } from '../helpers/command-line.ts';
import { CommandedDaemon } from '../helpers/commanded-daemon.ts';
import { readTask } from '../helpers/database-reader.ts';
import { createRepository } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const lineSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('connected'), owner: z.string(), again: z.boolean() }),
  z.object({ event: z.literal('task'), task: cardSchema }),
  z.object({ event: z.literal('session'), session: sessionCardSchema }),
  z.object({ event: z.literal('dispatch'), dispatch: dispatchEventSchema }),
  z.object({ event: z.literal('disconnected'), problem: problemSchema }),
]);
type Line = z.infer<typeof lineSchema>;

const folder = temporaryFolder('cli-watch');
let repository: string;
let daemon: CommandedDaemon;

beforeAll(async () => {
  repository = createRepository(folder.path, 'shop');
  daemon = await CommandedDaemon.serve(path.join(folder.path, 'home'));
});
afterAll(async () => {
  await daemon.end();
  folder.remove();
});

const linesOf = ({ lines }: Running): Line[] =>
  lines.map((line) => lineSchema.parse(JSON.parse(line)));

const isSettled = (id: string) => (running: Running) =>
  linesOf(running).some((line) => line.event === 'dispatch' && line.dispatch.taskId === id);

async function spawnIn(dir: string, prompt: string): Promise<string> {
  const args = ['spawn', '--agent', 'command', '--shape', 'scout', '--dir', dir, '--', prompt];
  return (await daemon.ran(args)).stdout.trim();
}

describe('watch', () => {
  it('tells each change once and in order, across restarts, and ends well with Ctrl-C', async () => {
    const running = await daemon.watch('--json');
    const first = await spawnIn(folder.path, 'echo first');
    await running.until(isSettled(first));

    // Stopped, so that all of this happens while it is certainly away.
    running.process.kill('SIGSTOP');
    await daemon.kill();
    await daemon.serveAgain();
    const second = await spawnIn(folder.path, 'echo second');
    await vi.waitFor(() => expect(readTask(daemon.at.home, second).status).toBe('done'), {
      timeout: 30_000,
      interval: 20,
    });
    running.process.kill('SIGCONT');
    await running.until(isSettled(second));

    const lines = linesOf(running);
    expect(lines[0]).toEqual({ event: 'connected', owner: daemon.owner, again: false });
    const away = lines.findIndex(({ event }) => event === 'disconnected');
    expect(lines[away + 1]).toMatchObject({ event: 'connected', again: true });
    const revisions = lines.flatMap((line) => (line.event === 'task' ? line.task.revision : []));
    expect(revisions).toEqual([...new Set(revisions)].sort((one, other) => one - other));
    const told = lines.flatMap((line) =>
      line.event === 'task' && line.task.id === second ? line.task.status : [],
    );
    expect(told.at(-1)).toBe('done');
    const settled = lines.flatMap((line) =>
      line.event === 'dispatch' ? line.dispatch.taskId : [],
    );
    expect(settled).toEqual([first, second]);
    expect(await running.end('SIGINT')).toBe(0);
  });

  it('says it in one line each, only of the project that was asked for', async () => {
    const running = await daemon.watch('--project', 'shop');
    const other = await spawnIn(folder.path, 'echo elsewhere');
    const id = await spawnIn(repository, `printf 'all is well'`);
    await running.until(({ lines }) => lines.some((line) => line.includes('task.done')));
    const [short, elsewhere] = [id.slice(0, 8), other.slice(0, 8)];
    const words = running.lines.map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, ''));
    expect(words.at(-2)).toBe(`${short}  done          printf 'all is well'`);
    expect(words.at(-1)).toBe(`${short}  event         task.done: all is well`);
    expect(new Set(words).size).toBe(words.length);
    expect(running.lines.join('\n')).not.toContain(elsewhere);
    expect(await running.end('SIGINT')).toBe(0);
  });
});
