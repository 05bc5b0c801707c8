import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { cardSchema } from '../../shared/board.ts';
import { catalogSchema, taskDetailsSchema } from '../../shared/contract.ts';
import { fleetSchema } from '../../shared/fleet.ts';
import { COMMAND_LINE_TEST_MS } from '../helpers/command-line.ts';
import { CommandedDaemon } from '../helpers/commanded-daemon.ts';
import { readTask } from '../helpers/database-reader.ts';
import { changeRows } from '../helpers/database-writer.ts';
import { workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const folder = temporaryFolder('cli');
const work = path.join(folder.path, 'work');
let daemon: CommandedDaemon;

beforeAll(async () => {
  mkdirSync(work);
  daemon = await CommandedDaemon.serve(path.join(folder.path, 'home'));
});
afterAll(async () => {
  expect(await daemon.end()).toBe(0);
  expect(workerProcessesOf(daemon.at.home)).toEqual([]);
  folder.remove();
});

const startedSchema = z.object({
  id: z.uuid(),
  outcome: z.literal('enqueued'),
  message: z.string(),
});

async function start(kind: 'spawn' | 'attempt', line: string): Promise<string> {
  const { value } = await daemon.json(kind, '--agent', 'command', '--dir', work, '--', line);
  return startedSchema.parse(value).id;
}

const becomes = (id: string, status: string) =>
  vi.waitFor(() => expect(readTask(daemon.at.home, id).status).toBe(status), {
    timeout: 30_000,
    interval: 20,
  });

describe('serve', () => {
  it('prints one line when it can be used', () => {
    const { owner } = daemon;
    expect(daemon.lines.map((line) => JSON.parse(line))).toEqual([
      { event: 'ready', owner, url: expect.stringContaining(`http://${owner}/`) },
    ]);
  });

  it('says who holds the port', async () => {
    const { code, stdout } = await daemon.ran(['serve', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'port_taken', message: expect.stringContaining(`port ${daemon.at.port}`) },
    });
  });
});

describe('spawn', () => {
  it('works in the current folder, prints the id, and show tells the rest', async () => {
    const { code, stdout } = await daemon.ran(['spawn', '--agent', 'command', '--', 'pwd'], {
      cwd: work,
    });
    expect(code).toBe(0);
    const id = z.uuid().parse(stdout.trim());
    await becomes(id, 'done');
    const shown = await daemon.json('show', id.slice(0, 8));
    expect(shown.code).toBe(0);
    const task = taskInFullSchema.parse(shown.value);
    expect(task).toMatchObject({
      id,
      kind: 'spawn',
      status: 'done',
      attempts: 0,
      generation: 1,
      ownerDaemon: daemon.owner,
      error: null,
      digest: work,
      prompt: 'pwd',
    });
    expect(task.audit.map(({ action }) => action)).toContain('dispatch.enqueued');
    const words = await daemon.ran(['show', id]);
    expect(words.stdout).toContain(`${id}  done`);
    expect(words.stdout).toContain('History');
  });

  it('waits, prints the result, and exits as the task ended', async () => {
    const common = ['spawn', '--agent', 'command', '--dir', work, '--wait'];
    const done = await daemon.ran([...common, '--', 'echo "the result"']);
    expect(done).toMatchObject({ code: 0, stdout: 'the result\n' });
    const failed = await daemon.ran(['attempt', ...common.slice(1), '--json', '--', 'exit 7']);
    expect(failed.code).toBe(1);
    expect(taskInFullSchema.parse(JSON.parse(failed.stdout))).toMatchObject({
      status: 'failed',
      error: { code: 'command_failed', message: expect.stringContaining('7') },
    });
  });

  it('takes the prompt from standard input, and several words as one line', async () => {
    const common = ['spawn', '--agent', 'command', '--dir', work, '--wait'];
    const piped = await daemon.ran([...common, '-'], { input: 'echo one\necho two\n' });
    expect(piped).toMatchObject({ code: 0, stdout: 'one\ntwo\n' });
    const words = await daemon.ran([...common, '--', 'echo', '--json', 'x']);
    expect(words).toMatchObject({ code: 0, stdout: '--json x\n' });
  });

  it.each([
    [['--agent', 'nobody', '--', 'x'], 'agent', '"nobody"'],
    [['--agent', 'command', '--dir', './gone', '--', 'x'], 'folder', 'gone", which does not exist'],
    [['--agent', 'command', '--profile', 'reckless', '--', 'x'], 'profile', '"reckless"'],
    [['--agent', 'command', '--', ''], 'prompt', 'nothing'],
  ])('%j is refused by field', async (args, field, found) => {
    const { code, value } = await daemon.json('spawn', ...args);
    expect(code).toBe(3);
    expect(value).toMatchObject({
      outcome: 'refused',
      problems: [{ field, found: expect.stringContaining(found), expected: expect.any(String) }],
      message: expect.stringContaining(found),
    });
  });
});

describe('tasks', () => {
  it('lists all of them as cards, newest first, by status when asked', async () => {
    const ids: string[] = [];
    for (const line of ['echo a', 'echo b']) ids.push(await start('spawn', line));
    for (const id of ids) await becomes(id, 'done');
    const all = await daemon.json('tasks');
    expect(all.code).toBe(0);
    const cards = z.array(cardSchema).parse(all.value);
    expect(cards.slice(0, 2).map(({ id }) => id)).toEqual(ids.toReversed());
    const held = await daemon.json('tasks', '--status', 'held', 'queued');
    expect(held.value).toEqual([]);
    const limited = await daemon.ran(['tasks', '--limit', '1']);
    expect(limited.stdout).toMatch(/^ID +STATE +KIND/);
    expect(limited.stdout.trim().split('\n')).toHaveLength(2);
    expect(limited.stderr).toContain('There are more');
    expect(limited.stdout).not.toContain('\u001b');
  });

  it('prints nothing that moves the cursor, whoever wrote it', async () => {
    const id = await start('spawn', `printf '\\033[2Jgone\\033]0;title\\007'`);
    await becomes(id, 'done');
    const { stdout } = await daemon.ran(['show', id]);
    expect(stdout).toContain('gone');
    for (const character of ['\u001b', '\u0007']) expect(stdout).not.toContain(character);
  });
});

describe('ids', () => {
  it('that nothing has are not found', async () => {
    for (const command of ['show', 'hold', 'unhold', 'cancel', 'again', 'dismiss', 'approve']) {
      const { code, value } = await daemon.json(command, randomUUID());
      expect(value).toMatchObject({ outcome: 'not_found', message: expect.any(String) });
      expect(code).toBe(3);
    }
  });

  it('that are the beginning of several are refused with what they can mean', async () => {
    const [one, other] = [await start('spawn', 'echo one'), await start('spawn', 'echo other')];
    await becomes(one, 'done');
    await becomes(other, 'done');
    const twins = ['feedbeef-1', 'feedbeef-2'];
    changeRows(daemon.at.home, (database) => {
      for (const [index, id] of [one, other].entries()) {
        database
          .prepare('UPDATE dispatch_tasks SET id = ?, revision = revision + 1000 WHERE id = ?')
          .run(twins[index], id);
      }
    });
    const { code, value } = await daemon.json('show', 'feedbeef');
    expect(code).toBe(2);
    expect(value).toMatchObject({ error: { code: 'ambiguous_id' } });
    for (const id of twins) expect(JSON.stringify(value)).toContain(id);
    expect((await daemon.json('show', 'feedbeef-2')).value).toMatchObject({ id: 'feedbeef-2' });
  });
});

describe('actions', () => {
  it('hold, unhold and cancel an attempt, and say what came of it', async () => {
    const id = await start('attempt', 'sleep 600');
    await becomes(id, 'running');
    const short = id.slice(0, 8);
    const held = await daemon.json('hold', short);
    expect(held).toEqual({
      code: 0,
      value: { outcome: 'held', heldUntil: expect.any(Number), message: expect.any(String) },
    });
    expect(await daemon.json('hold', short)).toMatchObject({
      code: 3,
      value: { outcome: 'not_running', status: 'held' },
    });
    const resumed = await daemon.ran(['unhold', short]);
    expect(resumed).toMatchObject({ code: 0, stdout: 'Resumed.\n' });
    expect(await daemon.json('unhold', short)).toMatchObject({
      code: 3,
      value: { outcome: 'not_held' },
    });
    expect(await daemon.json('dismiss', short)).toMatchObject({
      code: 3,
      value: { outcome: 'not_settled' },
    });
    expect(await daemon.json('approve', short)).toMatchObject({
      code: 3,
      value: { outcome: 'no_open_question' },
    });
    expect(await daemon.json('cancel', short)).toMatchObject({
      code: 0,
      value: { outcome: 'cancelled' },
    });
    const twice = await daemon.ran(['cancel', short]);
    expect(twice).toMatchObject({ code: 3, stdout: '' });
    expect(twice.stderr).toBe('It had already settled as cancelled.\n');
  });

  it('run again and dismiss what failed', async () => {
    const id = await start('attempt', 'exit 1');
    await becomes(id, 'failed');
    const again = await daemon.json('again', id);
    expect(again.code).toBe(0);
    const { id: next } = startedSchema.parse(again.value);
    await becomes(next, 'failed');
    expect(await daemon.json('dismiss', next)).toMatchObject({
      code: 0,
      value: { outcome: 'dismissed' },
    });
    expect(await daemon.json('dismiss', next)).toMatchObject({
      code: 3,
      value: { outcome: 'already_dismissed' },
    });
  });
});

describe('looking', () => {
  it('at what the processes of a task use, for as long as there are any', async () => {
    const id = await start('attempt', 'sleep 600 & sleep 600 & wait');
    await becomes(id, 'running');
    await vi.waitFor(
      async () => {
        const { value } = await daemon.json('show', id);
        expect(value).toMatchObject({ processes: { count: 3, memoryBytes: expect.any(Number) } });
      },
      { timeout: 60_000, interval: 20 },
    );
    expect((await daemon.ran(['show', id])).stdout).toMatch(/Uses +3 processes, .+ of a core/);
    await daemon.json('cancel', id);
    await becomes(id, 'cancelled');
    expect((await daemon.json('show', id)).value).toMatchObject({ processes: null });
    expect((await daemon.ran(['show', id])).stdout).toMatch(/Cancelled +\S+/);
  });

  it('at daemons and the catalog', async () => {
    const fleet = fleetSchema.parse((await daemon.json('daemons')).value);
    expect(fleet.daemons).toMatchObject([{ owner: daemon.owner, state: 'live', isThis: true }]);
    expect((await daemon.ran(['daemons'])).stdout).toMatch(/127\.0\.0\.1:\d+ \* +live/);
    const catalog = catalogSchema.parse((await daemon.json('catalog')).value);
    expect(catalog.agents.map(({ id }) => id)).toEqual(['demo', 'command']);
    expect((await daemon.ran(['catalog'])).stdout).toMatch(/^careful +read/m);
  });
});

const { card: _card, ...rest } = taskDetailsSchema.shape;
const taskInFullSchema = cardSchema.extend(rest);
