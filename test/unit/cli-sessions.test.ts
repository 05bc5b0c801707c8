import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { cardSchema, sessionCardSchema } from '../../shared/board.ts';
import { taskDetailsSchema } from '../../shared/contract.ts';
import { transcriptEntrySchema } from '../../shared/transcripts.ts';
import { COMMAND_LINE_TEST_MS } from '../helpers/command-line.ts';
import { CommandedDaemon } from '../helpers/commanded-daemon.ts';
import { readRows, readTask } from '../helpers/database-reader.ts';
import { createRepository } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const folder = temporaryFolder('cli-sessions');
let repository: string;
let daemon: CommandedDaemon;

beforeAll(async () => {
  repository = createRepository(folder.path);
  daemon = await CommandedDaemon.serve(path.join(folder.path, 'home'));
});
afterAll(async () => {
  await daemon.end();
  folder.remove();
});

async function startDemo(kind: 'spawn' | 'attempt', dir = repository): Promise<string> {
  const args = [kind, '--agent', 'demo', '--dir', dir, '--', 'Say hello'];
  return z.object({ id: z.string() }).parse((await daemon.json(...args)).value).id;
}

/** The id of the question, once it is asked. */
async function asks(id: string): Promise<string> {
  return vi.waitFor(
    () => {
      const open = `SELECT id FROM approvals WHERE status = 'open' AND task_id = ?`;
      const [row] = readRows<{ id: string }>(daemon.at.home, open, id);
      if (row === undefined) throw new Error('nothing is asked yet');
      return row.id;
    },
    { timeout: 60_000, interval: 50 },
  );
}

const becomes = (id: string, status: string) =>
  vi.waitFor(() => expect(readTask(daemon.at.home, id).status).toBe(status), {
    timeout: 60_000,
    interval: 20,
  });

describe('approve', () => {
  it('answers by the id of the approval, with one of the options that were offered', async () => {
    const id = await startDemo('spawn');
    const approval = await asks(id);
    const shown = await daemon.ask('show', id);
    expect(shown.stdout).toContain(`fleetboard approve ${id.slice(0, 8)} approve`);
    expect(await daemon.json('approve', approval, 'maybe')).toMatchObject({
      code: 3,
      value: { outcome: 'unknown_option', offered: ['Approve', 'Reject'] },
    });
    expect(await daemon.json('approve', approval, 'Reject')).toMatchObject({
      code: 0,
      value: { outcome: 'answered', optionName: 'Reject' },
    });
    expect(await daemon.json('approve', approval)).toMatchObject({
      code: 3,
      value: { outcome: 'already_answered', optionName: 'Reject' },
    });
    await becomes(id, 'done');
    const [answered] = z
      .object({ approvals: taskDetailsSchema.shape.approvals })
      .parse((await daemon.json('show', id)).value).approvals;
    expect(answered).toMatchObject({ status: 'answered', answer: 'Reject' });
  });

  it('allows once by the id of the task, and rejects when told to', async () => {
    const [allowed, rejected] = [await startDemo('spawn'), await startDemo('spawn')];
    await asks(allowed);
    expect(await daemon.ask('approve', allowed)).toMatchObject({
      code: 0,
      stdout: 'Answered: Approve.\n',
    });
    await asks(rejected);
    expect(await daemon.ask('approve', rejected, '--reject')).toMatchObject({
      code: 0,
      stdout: 'Answered: Reject.\n',
    });
  });

  it('is told about while somebody waits', async () => {
    const args = ['spawn', '--agent', 'demo', '--dir', repository, '--wait', '--', 'Say hello'];
    const waiting = daemon.ask(...args);
    const asked = () =>
      z
        .array(cardSchema)
        .parse(JSON.parse(running.stdout))
        .find(({ question }) => question !== null);
    let running = await daemon.ask('tasks', '--json');
    await vi.waitFor(
      async () => {
        running = await daemon.ask('tasks', '--json');
        expect(asked()).toBeDefined();
      },
      { timeout: 60_000, interval: 100 },
    );
    await daemon.ask('approve', asked()?.id ?? '');
    const { code, stdout, stderr } = await waiting;
    expect(stderr).toContain('It asks: Commit FLEETBOARD-DEMO.md. Answer: fleetboard approve');
    expect(stdout).toContain('FLEETBOARD-DEMO.md');
    expect(code).toBe(0);
  });
});

describe('a session that is open', () => {
  it('is listed, prompted, made conductor, read and ended', async () => {
    // A project in which nothing has settled that a conductor would be told.
    const attempt = await startDemo('attempt', createRepository(folder.path, 'lab'));
    await asks(attempt);
    await daemon.ask('approve', attempt);
    await becomes(attempt, 'done');
    const listed = z.array(sessionCardSchema).parse((await daemon.json('sessions')).value);
    const session = listed.find(({ taskId }) => taskId === attempt)?.id ?? '';
    expect(session).not.toBe('');

    expect(await daemon.json('conductor', session)).toMatchObject({
      code: 0,
      value: { outcome: 'conducting' },
    });
    expect((await daemon.ask('sessions')).stdout).toMatch(
      new RegExp(`^${session.slice(0, 8)} +idle +conductor`, 'm'),
    );
    expect(await daemon.json('conductor', session, '--clear')).toMatchObject({
      code: 0,
      value: { outcome: 'conducting_no_more' },
    });

    const sent = await daemon.json('send', session.slice(0, 8), '--', 'Once more');
    expect(sent).toMatchObject({ code: 0, value: { outcome: 'enqueued' } });
    const { id } = z.object({ id: z.string() }).parse(sent.value);
    expect(readTask(daemon.at.home, id).kind).toBe('send');
    await asks(id);
    expect(await daemon.json('end', session)).toMatchObject({
      code: 3,
      value: { outcome: 'busy', taskId: id },
    });
    await daemon.ask('approve', id);
    await becomes(id, 'done');

    const { stdout } = await daemon.ask('transcript', session, '--json');
    const entries = stdout
      .trim()
      .split('\n')
      .map((line) => transcriptEntrySchema.parse(JSON.parse(line)));
    const prompts = entries.filter((entry) => entry.type === 'prompt');
    expect(prompts.map(({ text }) => text)).toEqual(['Say hello', 'Once more']);
    expect((await daemon.ask('transcript', attempt)).stdout).toMatch(/prompt\n {2}Say hello/);

    expect(await daemon.ask('end', session)).toMatchObject({
      code: 0,
      stdout: 'Session ended. Its transcript stays.\n',
    });
    expect(await daemon.json('send', session, '--', 'Too late')).toMatchObject({
      code: 3,
      value: { outcome: 'refused', problems: [{ field: 'session' }] },
    });
    expect(await daemon.json('sessions')).toEqual({ code: 0, value: [] });
    const ended = z
      .array(sessionCardSchema)
      .parse((await daemon.json('sessions', '--ended')).value);
    expect(ended.map(({ id: one }) => one)).toContain(session);
  });

  it('that is unknown is not found', async () => {
    for (const args of [
      ['send', 'none', '--', 'x'],
      ['end', 'none'],
      ['conductor', 'none'],
      ['transcript', 'none'],
    ]) {
      expect(await daemon.json(...args)).toMatchObject({
        code: 3,
        value: { outcome: 'not_found' },
      });
    }
  });
});
