import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STARTED_AT, StoreBench } from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

export function describeLookup(name: string, create: CreateDatabase): void {
  describe(`looking things up in the ${name} store`, () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const begin = (id: string, now: number) => bench.begunSession({ id }, { now });
    const found = async (prefix: string) =>
      (await bench.store.board.findIds('task', prefix)).matches.map(({ id }) => id);

    it('finds tasks by the beginning of their id, and nothing by what only looks like one', async () => {
      for (const id of ['ab1', 'ab2', 'b_1', 'b%1']) await bench.queued('spawn', { id });
      expect(new Set(await found('ab'))).toEqual(new Set(['ab1', 'ab2']));
      expect(await found('ab1')).toEqual(['ab1']);
      expect(await found('b_')).toEqual(['b_1']);
      expect(await found('%')).toEqual([]);
      expect(await found('1')).toEqual([]);
      expect(await found('')).toHaveLength(4);
    });

    it('tells a task by the first line of its prompt, and that there are more', async () => {
      for (let index = 0; index < 11; index += 1) {
        await bench.queued('spawn', { id: `many-${index}`, prompt: '  Mend it\nand paint it' });
      }
      const { matches, more } = await bench.store.board.findIds('task', 'many');
      expect(matches).toHaveLength(10);
      expect(matches[0]).toMatchObject({ title: 'Mend it', taskId: matches[0]?.id });
      expect(more).toBe(true);
    });

    it('finds sessions and approvals with the task that they are about', async () => {
      const running = await bench.running('attempt');
      const approvalId = await bench.ask(running);
      await begin('session-9', STARTED_AT);
      const { board } = bench.store;
      expect((await board.findIds('session', 'session-9')).matches).toEqual([
        { id: 'session-9', title: 'Mend the gate', taskId: 'task-1' },
      ]);
      expect((await board.findIds('approval', approvalId.slice(0, 6))).matches).toMatchObject([
        { id: approvalId, taskId: running.id },
      ]);
    });

    it('lists sessions newest first, page by page, without those that ended unless asked', async () => {
      for (const [index, id] of ['one', 'two', 'three'].entries()) await begin(id, 1_000 + index);
      await bench.store.sessions.endIfLive('two', 2_000);
      const { board } = bench.store;
      const ids = async (query: Parameters<typeof board.listSessions>[0]) => {
        const { sessions, more } = await board.listSessions(query);
        return { ids: sessions.map(({ id }) => id), more };
      };
      expect(await ids({ ended: false, limit: 10 })).toEqual({
        ids: ['three', 'one'],
        more: false,
      });
      expect(await ids({ ended: true, limit: 2 })).toEqual({ ids: ['three', 'two'], more: true });
      const before = { createdAt: 1_001, id: 'two' };
      expect(await ids({ ended: true, limit: 2, before })).toEqual({ ids: ['one'], more: false });
    });
  });
}
