import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Task } from '../../electron/daemon/store/store.ts';
import type { WorkerQuestion } from '../../electron/daemon/workers/worker-handle.ts';
import { BACKOFF, ME, QUESTION, StoreBench } from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const ALWAYS = { optionId: 'always', name: 'Always', kind: 'allow_always' } as const;

export function describeEarlierAnswers(create: CreateDatabase): void {
  describe('what was answered before', () => {
    let bench: StoreBench;
    let asked = 0;
    beforeEach(() => {
      bench = new StoreBench(create);
      asked = 0;
    });
    afterEach(() => bench.remove());

    /** The id of a question that is open. */
    function ask(task: Task, question: Partial<WorkerQuestion> = {}, now = 6_000): Promise<string> {
      asked += 1;
      return bench.ask(task, { ...QUESTION, requestId: `request-${asked}`, ...question }, now);
    }

    async function answered(
      task: Task,
      question: Partial<WorkerQuestion>,
      optionId: string,
      now: number,
    ) {
      const id = await ask(task, question, now);
      const { approvals } = bench.store;
      const answer = await approvals.answer(id, optionId, ME, 'ada', BACKOFF, now);
      expect(answer.outcome).toBe('answered');
    }

    async function earlierOf(task: Task, approvalId: string) {
      const approvals = await bench.store.approvals.ofTask(task.id);
      return approvals.find(({ id }) => id === approvalId)?.earlier;
    }

    it('is told with the same question of the same task: by whom, when, and as what', async () => {
      const task = await bench.running('spawn');
      expect(
        await earlierOf(task, await ask(task, { subject: 'npm ci', command: 'npm ci' })),
      ).toBeNull();
      const options = [...QUESTION.options, ALWAYS];
      await answered(task, { options }, 'reject', 6_100);
      await answered(task, { options }, 'always', 6_200);
      const id = await ask(task, {}, 6_300);
      expect(await earlierOf(task, id)).toEqual({ kind: 'allow_always', by: 'ada', at: 6_200 });
      expect((await bench.store.approvals.find(id))?.approval.earlier).toMatchObject({ at: 6_200 });
    });

    it('is told from attempt to attempt of a run, and not from run to run', async () => {
      const first = await bench.running('attempt', { runId: 'run-1', attemptId: 'one' });
      await answered(first, {}, 'allow', 6_100);
      await bench.store.tasks.complete(await bench.find(first.id), 'All done.', 6_150);
      const second = await bench.running('attempt', { runId: 'run-1', attemptId: 'two' });
      const id = await ask(second, {}, 6_200);
      expect(await earlierOf(second, id)).toEqual({ kind: 'allow_once', by: 'ada', at: 6_100 });
      const other = await bench.running('attempt', { runId: 'run-2', attemptId: 'one' });
      expect(await earlierOf(other, await ask(other))).toBeNull();
      const alone = await bench.running('spawn');
      expect(await earlierOf(alone, await ask(alone))).toBeNull();
    });

    it.each<[string, Partial<WorkerQuestion>]>([
      ['another kind of tool', { toolKind: 'edit' }],
      ['another subject', { subject: 'npm run lint' }],
      ['a command that only begins the same', { command: 'npm test && rm -rf node_modules' }],
      ['no command', { command: null }],
    ])('is not taken from %s', async (_what, other) => {
      const task = await bench.running('spawn');
      await answered(task, other, 'allow', 6_100);
      expect(await earlierOf(task, await ask(task))).toBeNull();
    });

    it('goes by the title where there is no subject', async () => {
      const task = await bench.running('spawn');
      const vague = { subject: '', command: null, toolKind: 'other' } as const;
      await answered(task, { ...vague, title: 'Think' }, 'allow', 6_100);
      expect(await earlierOf(task, await ask(task, { ...vague, title: 'Act' }))).toBeNull();
      expect(await earlierOf(task, await ask(task, { ...vague, title: 'Think' }))).toMatchObject({
        at: 6_100,
      });
    });

    it('is nothing that expired, and is not told with what is settled', async () => {
      const task = await bench.running('spawn');
      const expired = await ask(task);
      const { approvals } = bench.store;
      await approvals.expireIfOpen(task.id, 'session-1', `request-${asked}`, 6_050);
      const id = await ask(task, {}, 6_100);
      expect(await earlierOf(task, id)).toBeNull();
      await approvals.answer(id, 'allow', ME, 'ada', BACKOFF, 6_200);
      expect(await earlierOf(task, id)).toBeNull();
      expect(await earlierOf(task, expired)).toBeNull();
    });
  });
}
