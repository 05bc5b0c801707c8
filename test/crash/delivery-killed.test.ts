import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CalledDaemon } from '../helpers/called-daemon.ts';
import { CrashedHome, diesOf } from '../helpers/crashed-home.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: ReturnType<typeof temporaryFolder>;
let home: CrashedHome;
beforeEach(() => {
  folder = temporaryFolder('delivery');
  home = new CrashedHome(folder.path);
});
afterEach(async () => {
  expect(await home.end()).toEqual([]);
  folder.remove();
});

const EVENT = 'INSERT INTO dispatch_events';
const DELIVERY = "SELECT .*, 'send', coalesce";
const MARK_RUNNING = "ELSE 'running' END";
const COMPLETE = "SET status = 'done'";
const ACKNOWLEDGE = 'UPDATE dispatch_events SET delivered_at';
const COMMIT = '^COMMIT';
const NEXT = '.';

async function start(daemon: CalledDaemon, input: Parameters<CrashedHome['input']>[0]) {
  const started = await daemon.call('task.start', home.input(input));
  if (started.outcome !== 'enqueued') throw new Error(JSON.stringify(started));
  return started.taskId;
}

/** An attempt leaves its session behind, idle: that one conducts. */
async function conduct(daemon: CalledDaemon): Promise<void> {
  const id = await start(daemon, { kind: 'attempt', agent: 'polite', prompt: 'Conduct' });
  await home.until(id, ({ sessions }) => sessions[0] === 'idle');
  const [session] = home.rows<{ id: string }>('SELECT id FROM sessions WHERE task_id = ?', id);
  const conducting = { sessionId: session?.id ?? '', conducts: true };
  expect(await daemon.call('session.conduct', conducting)).toEqual({ outcome: 'conducting' });
}

const deliveries = (status: string) =>
  home
    .rows<{ prompt: string }>(
      'SELECT prompt FROM dispatch_tasks WHERE is_delivery = 1 AND status = ?',
      status,
    )
    .map(({ prompt }) => prompt);

describe('a daemon that is killed between complete and event delivery', () => {
  it.each([
    ['when the event is there', [EVENT, COMMIT, NEXT], { queued: 0, running: 0 }],
    ['before a delivery is committed', [DELIVERY, COMMIT], { queued: 0, running: 0 }],
    ['when a delivery is queued', [DELIVERY, COMMIT, NEXT], { queued: 1, running: 0 }],
    ['while it is delivered', [DELIVERY, MARK_RUNNING, COMMIT, NEXT], { queued: 0, running: 1 }],
    ['before it is acknowledged', [DELIVERY, COMPLETE, COMMIT], { queued: 0, running: 1 }],
    ['when it is acknowledged', [ACKNOWLEDGE, COMMIT, NEXT], null],
  ])(
    '%s: the next conductor is told what was not acknowledged, and nothing twice',
    async (_when, patterns, left) => {
      const daemon = await (await home.daemon(...patterns)).ready();
      await conduct(daemon);
      await daemon.result('task.start', home.input({ prompt: 'echo mended' }));
      await diesOf(daemon, patterns);
      const [task] = home.rows<{ id: string }>(
        `SELECT id FROM dispatch_tasks WHERE kind = 'spawn'`,
      );
      const id = task?.id ?? '';
      expect(home.left(id)).toMatchObject({
        status: 'done',
        events: [left === null ? 'task.done delivered' : 'task.done'],
      });
      if (left !== null) {
        expect(deliveries('queued')).toHaveLength(left.queued);
        expect(deliveries('running')).toHaveLength(left.running);
      }

      const next = await (await home.daemon()).ready();
      await conduct(next);
      const later = await start(next, { prompt: 'echo mended too' });
      for (const each of [id, later]) {
        await home.until(each, ({ events }) => events[0] === 'task.done delivered');
      }
      const told = deliveries('done').join('\n');
      for (const each of [id, later]) expect(told.split(each)).toHaveLength(2);
      expect(home.rows('SELECT * FROM dispatch_events')).toHaveLength(2);
    },
  );
});
