import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CalledDaemon } from '../helpers/called-daemon.ts';
import { CrashedHome, diesOf, type Left } from '../helpers/crashed-home.ts';
import { GatedTask } from '../helpers/gated-task.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Each starts several daemons, one after another.
vi.setConfig({ testTimeout: 120_000 });

let folder: ReturnType<typeof temporaryFolder>;
let home: CrashedHome;
beforeEach(() => {
  folder = temporaryFolder('crash');
  home = new CrashedHome(folder.path);
});
afterEach(async () => {
  expect(await home.end()).toEqual([]);
  folder.remove();
});

/** Points of the way of a task, as what happens there first. "." is whatever comes next. */
const CLAIM = "SET status = 'claimed'";
const COMMIT = '^COMMIT';
const NEXT = '.';
const RECORD_PROCESS = 'INTO worker_processes';
const MARK_RUNNING = "ELSE 'running' END";
const END_SESSION = "SET state = 'ended'";
const COMPLETE = "SET status = 'done'";
const EVENT = 'INSERT INTO dispatch_events';
const RECLAIM = 'SET generation = generation \\+ 1, attempts = attempts \\+ 1';

const NOTHING: Omit<Left, 'status' | 'audit'> = {
  generation: 0,
  attempts: 0,
  error: null,
  sessions: [],
  processesOnRecord: 0,
  approvals: [],
  events: [],
  isAnyProcessLeft: false,
};

/** The spawn that every test of a spawn recovers to, however its first daemon died. */
const DONE_ON_THE_SECOND_TRY = {
  status: 'done',
  generation: 3,
  attempts: 1,
  processesOnRecord: 0,
  events: ['task.done'],
  isAnyProcessLeft: false,
};

/** Resolves when the task is done and no process of it is on record any more. */
const untilDone = (id: string): Promise<Left> =>
  home.until(id, (now) => now.status === 'done' && now.processesOnRecord === 0);

/** Starts the task and resolves with its id once its command runs. */
async function underWay(daemon: CalledDaemon, task: GatedTask): Promise<string> {
  const started = await daemon.call('task.start', task.input);
  const id = started.outcome === 'enqueued' ? started.taskId : '';
  await home.until(id, () => task.witness.length === 1);
  return id;
}

describe('a daemon that is killed before it has committed', () => {
  it('what it was asked for, which it claims at once: nothing of it is left, and nobody was told otherwise', async () => {
    const task = new GatedTask(folder.path, 'task');
    const daemon = await home.daemon(CLAIM, COMMIT);
    await daemon.ready();
    const answer = await daemon.result('task.start', task.input);
    await diesOf(daemon, [CLAIM, COMMIT]);
    expect(answer.ok).toBe(false);
    expect(home.rows('SELECT id FROM dispatch_tasks')).toEqual([]);
    expect(task.witness).toEqual([]);
  });

  it('its claim of what was queued before: nothing ran, and the task runs once', async () => {
    const task = new GatedTask(folder.path, 'task');
    task.finish();
    const id = await home.findAndDie(task.input, CLAIM, COMMIT);
    expect(home.left(id)).toEqual({ ...NOTHING, status: 'queued', audit: ['enqueued'] });
    expect(task.witness).toEqual([]);

    await (await home.daemon()).ready();
    expect(await untilDone(id)).toMatchObject({
      generation: 1,
      attempts: 0,
      audit: ['enqueued', 'claimed', 'running', 'completed'],
      events: ['task.done'],
      isAnyProcessLeft: false,
    });
    expect(task.witness).toEqual(['start', 'finish']);
  });
});

describe('a daemon that is killed between claim and spawn', () => {
  it.each([
    [
      'right after its commit',
      [CLAIM, COMMIT, NEXT],
      { ...NOTHING, status: 'claimed', generation: 1, audit: ['enqueued', 'claimed'] },
    ],
    [
      'right before the process is started',
      [CLAIM, '^spawn '],
      {
        ...NOTHING,
        status: 'claimed',
        generation: 1,
        audit: ['enqueued', 'claimed'],
        sessions: ['starting'],
      },
    ],
  ])('%s: nothing ran, and the task runs once', async (_when, patterns, left) => {
    const task = new GatedTask(folder.path, 'task');
    task.finish();
    const id = await home.startAndDie(task.input, ...patterns);
    expect(home.left(id)).toEqual(left);
    expect(task.witness).toEqual([]);

    await (await home.daemon()).ready();
    const done = await untilDone(id);
    expect(done).toMatchObject({
      generation: 3,
      attempts: 1,
      audit: [...left.audit, 'reclaimed', 'claimed', 'running', 'completed'],
      events: ['task.done'],
      isAnyProcessLeft: false,
    });
    expect(task.witness).toEqual(['start', 'finish']);
  });
});

describe('a daemon that is killed between spawn and mark running', () => {
  const claimed = {
    ...NOTHING,
    status: 'claimed',
    generation: 1,
    audit: ['enqueued', 'claimed'],
    sessions: ['starting'],
  };

  it.each([
    ['before the process is on record', ['^spawned /bin/sh'], 0],
    ['when the process is on record', [RECORD_PROCESS, COMMIT, NEXT], 1],
    ['before it is committed that it runs', [MARK_RUNNING, COMMIT], 1],
  ])('%s: the command never got its prompt', async (_when, patterns, processesOnRecord) => {
    const task = new GatedTask(folder.path, 'task');
    task.finish();
    const id = await home.startAndDie(task.input, ...patterns);
    // The gate before the command closes with its daemon.
    const left = await home.until(id, ({ isAnyProcessLeft }) => !isAnyProcessLeft);
    expect(left).toEqual({ ...claimed, processesOnRecord });

    await (await home.daemon()).ready();
    const done = await untilDone(id);
    expect(done).toMatchObject(DONE_ON_THE_SECOND_TRY);
    expect(task.witness).toEqual(['start', 'finish']);
  });

  it.each([
    ['that is not on record yet', ['^spawned sleep'], 0],
    ['that is on record', [RECORD_PROCESS, COMMIT, NEXT], 1],
  ])('its next start ends an agent %s', async (_which, patterns, processesOnRecord) => {
    const input = home.input({ kind: 'attempt', agent: 'deaf', prompt: 'Listen' });
    const id = await home.startAndDie(input, ...patterns);
    expect(home.left(id)).toEqual({ ...claimed, processesOnRecord, isAnyProcessLeft: true });

    await (await home.daemon()).ready();
    expect(home.left(id)).toMatchObject({ processesOnRecord: 0, isAnyProcessLeft: false });
    expect(await home.until(id, ({ status }) => status === 'failed')).toEqual({
      ...NOTHING,
      status: 'failed',
      generation: 2,
      attempts: 1,
      error: 'attempt_reclaimed',
      audit: ['enqueued', 'claimed', 'reclaimed'],
      sessions: ['ended'],
    });
  });
});

describe('a daemon that is killed in the middle of a turn', () => {
  it('finds the worker, and the task runs again under a later generation', async () => {
    const daemon = await home.daemon();
    await daemon.ready();
    const task = new GatedTask(folder.path, 'task');
    const id = await underWay(daemon, task);
    await daemon.end('SIGKILL');
    expect(home.left(id)).toEqual({
      ...NOTHING,
      status: 'running',
      generation: 1,
      audit: ['enqueued', 'claimed', 'running'],
      sessions: ['working'],
      processesOnRecord: 1,
      isAnyProcessLeft: true,
    });

    await (await home.daemon()).ready();
    await home.until(id, ({ generation }) => generation === 3);
    await home.until(id, () => task.witness.length === 2);
    task.finish();
    const done = await untilDone(id);
    expect(done).toMatchObject({ ...DONE_ON_THE_SECOND_TRY, sessions: ['ended', 'ended'] });
    expect(task.witness).toEqual(['start', 'start', 'finish']);
  });

  it('settles an attempt that waits for an answer, and its question can no longer be answered', async () => {
    const daemon = await home.daemon();
    await daemon.ready();
    const input = home.input({ kind: 'attempt', agent: 'asking', prompt: 'make mess' });
    const started = await daemon.call('task.start', input);
    const id = started.outcome === 'enqueued' ? started.taskId : '';
    await home.until(id, ({ sessions }) => sessions[0] === 'awaiting');
    await daemon.end('SIGKILL');
    expect(home.left(id)).toMatchObject({
      status: 'held',
      generation: 1,
      audit: ['enqueued', 'claimed', 'running', 'asked', 'held'],
      sessions: ['awaiting'],
      processesOnRecord: 1,
      approvals: ['open'],
      events: [],
    });

    const next = await (await home.daemon()).ready();
    expect(await home.until(id, ({ status }) => status === 'failed')).toMatchObject({
      generation: 2,
      attempts: 1,
      error: 'attempt_reclaimed',
      sessions: ['ended'],
      processesOnRecord: 0,
      approvals: ['expired'],
      events: [],
      isAnyProcessLeft: false,
    });
    const [question] = home.rows<{ id: string }>('SELECT id FROM approvals');
    const late = { approvalId: question?.id ?? '', optionId: 'yes' };
    expect(await next.call('approval.answer', late)).toMatchObject({ outcome: 'stale_generation' });
  });
});

describe('a daemon that is killed between result and complete', () => {
  it.each([
    ['before it is written', [COMPLETE]],
    ['between the statements of its transaction', [COMPLETE, EVENT]],
    ['before its commit', [COMPLETE, COMMIT]],
  ])('%s: nothing of it is there, and the task runs again', async (_when, patterns) => {
    const task = new GatedTask(folder.path, 'task');
    task.finish();
    const id = await home.startAndDie(task.input, ...patterns);
    expect(home.left(id)).toEqual({
      ...NOTHING,
      status: 'running',
      generation: 1,
      audit: ['enqueued', 'claimed', 'running'],
      sessions: ['working'],
      processesOnRecord: 1,
    });
    expect(task.witness).toEqual(['start', 'finish']);

    await (await home.daemon()).ready();
    const done = await untilDone(id);
    expect(done).toMatchObject(DONE_ON_THE_SECOND_TRY);
    expect(task.witness).toEqual(['start', 'finish', 'start', 'finish']);
  });
});

describe('a daemon that is killed between complete and what follows', () => {
  it('has done the task: it is not run again, and its event is there once and waits', async () => {
    const task = new GatedTask(folder.path, 'task');
    task.finish();
    const id = await home.startAndDie(task.input, COMPLETE, COMMIT, NEXT);
    const left: Left = {
      ...NOTHING,
      status: 'done',
      generation: 1,
      audit: ['enqueued', 'claimed', 'running', 'completed'],
      sessions: ['working'],
      processesOnRecord: 1,
      events: ['task.done'],
    };
    expect(home.left(id)).toEqual(left);

    const daemon = await (await home.daemon()).ready();
    const recovered = { ...left, sessions: ['ended'], processesOnRecord: 0 };
    expect(home.left(id)).toEqual(recovered);
    // Another task passes through the queue: had this one been taken up again, it would have been by then.
    const other = new GatedTask(folder.path, 'other');
    other.finish();
    const started = await daemon.call('task.start', other.input);
    await home.until(
      started.outcome === 'enqueued' ? started.taskId : '',
      ({ status }) => status === 'done',
    );
    expect(home.left(id)).toEqual(recovered);
    expect(task.witness).toEqual(['start', 'finish']);
  });
});

describe('a daemon that is killed between a worktree and its record', () => {
  it.each(['spawn', 'attempt'] as const)('leaves none of a %s behind', async (kind) => {
    const repository = createRepository(folder.path);
    const input = home.input({ kind, shape: 'ship', folder: repository, prompt: 'true' });
    const id = await home.startAndDie(input, CLAIM, 'INSERT INTO sessions');
    const worktrees = () =>
      git(repository, 'worktree', 'list', '--porcelain').match(/^worktree /gm);
    expect(worktrees()).toHaveLength(2);
    expect(home.left(id)).toMatchObject({ status: 'claimed', sessions: [] });

    await (await home.daemon()).ready();
    await home.until(id, ({ status }) => status === (kind === 'spawn' ? 'done' : 'failed'));
    const branches = () => git(repository, 'branch', '--format=%(refname:short)');
    await home.until(id, () => worktrees()?.length === 1 && branches() === 'main');
  });
});

describe('a daemon that is killed again while it recovers', () => {
  it.each([
    ['before it forgets the processes', ['DELETE FROM worker_processes', COMMIT]],
    ['while it closes the sessions', [END_SESSION, COMMIT]],
    ['before the reclaim is committed', [RECLAIM, COMMIT]],
    ['right after the reclaim', [RECLAIM, COMMIT, NEXT]],
  ])(
    '%s: the third start has the work done, and the death counts once',
    async (_when, patterns) => {
      const daemon = await (await home.daemon()).ready();
      const task = new GatedTask(folder.path, 'task');
      const id = await underWay(daemon, task);
      await daemon.end('SIGKILL');
      await diesOf(await home.daemon(...patterns), patterns);

      await (await home.daemon()).ready();
      expect(home.left(id).processesOnRecord).toBeLessThanOrEqual(1);
      await home.until(id, () => task.witness.length === 2);
      task.finish();
      const done = await untilDone(id);
      expect(done).toMatchObject({ ...DONE_ON_THE_SECOND_TRY, sessions: ['ended', 'ended'] });
      expect(task.witness).toEqual(['start', 'start', 'finish']);
    },
  );
});

describe('a daemon that is killed while it quits', () => {
  it.each([
    ['before it closes the session', [END_SESSION]],
    ['before it forgets the process', ['DELETE FROM worker_processes']],
    ['before it says goodbye', ['UPDATE daemons SET stopped_at']],
  ])('%s: its next start goes on as after any crash', async (_when, patterns) => {
    const daemon = await (await home.daemon(...patterns)).ready();
    const task = new GatedTask(folder.path, 'task');
    const id = await underWay(daemon, task);
    await daemon.end('SIGTERM');
    await diesOf(daemon, patterns);
    expect(home.left(id)).toMatchObject({
      status: 'running',
      generation: 1,
      isAnyProcessLeft: false,
    });

    await (await home.daemon()).ready();
    await home.until(id, () => task.witness.length === 2);
    task.finish();
    const done = await untilDone(id);
    expect(done).toMatchObject({ ...DONE_ON_THE_SECOND_TRY, sessions: ['ended', 'ended'] });
  });
});
