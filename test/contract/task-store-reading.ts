import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BACKOFF,
  HELD_AT,
  LEASE_MS,
  ME,
  OTHER,
  RETRYABLE,
  SETTLED_AT,
  StoreBench,
} from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

export function describeReading(create: CreateDatabase): void {
  describe('reading', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    it('finds nothing under an unknown id', async () => {
      expect(await bench.store.tasks.find('nothing')).toBeNull();
    });

    it('reads what an older program left, with what it did not know', async () => {
      const id = bench.unowned({ error: 'It broke.', status: 'failed' });
      expect(await bench.find(id)).toMatchObject({
        shape: 'ship',
        profile: 'careful',
        folder: '',
        agent: '',
        createdBy: '',
        ownerDaemon: null,
        error: { code: 'agent_errored', message: 'It broke.' },
      });
    });

    it('the list for a conductor: its project, newest first, no attempts', async () => {
      bench.unowned({ id: 'old', created_at: 1 });
      bench.unowned({ id: 'new', created_at: 3, status: 'done' });
      bench.unowned({ id: 'middle', created_at: 2, kind: 'send' });
      bench.unowned({ id: 'attempt', created_at: 4, kind: 'attempt' });
      bench.unowned({ id: 'elsewhere', created_at: 5, project_id: 'project-2' });
      const list = async (limit: number) =>
        (await bench.store.tasks.listForConductor('project-1', limit)).map(({ id }) => id);
      expect(await list(10)).toEqual(['new', 'middle', 'old']);
      expect(await list(2)).toEqual(['new', 'middle']);
    });

    it('nothing is due where everything is as it should be', async () => {
      await bench.queued('spawn');
      const running = await bench.running('spawn');
      await bench.ask(running);
      await bench.held();
      await bench.inStatus('spawn', 'done');
      expect(await bench.store.tasks.dueNow(ME, LEASE_MS, HELD_AT)).toEqual({
        stale: false,
        held: false,
        lapsed: false,
        conductors: false,
      });
    });

    it('the next due time: the earliest wait of a queued row that this daemon may claim', async () => {
      const { tasks } = bench.store;
      bench.unowned({ not_before: 900 });
      bench.unowned({ not_before: 9_000 });
      bench.unowned({ not_before: 8_000, owner_daemon: OTHER.owner });
      bench.unowned({ not_before: 7_000, status: 'done' });
      expect(await tasks.nextDueAt(ME, 1_000)).toBe(9_000);
      const running = await bench.running('spawn');
      await tasks.fail(running, RETRYABLE, BACKOFF, SETTLED_AT);
      expect(await tasks.nextDueAt(ME, 1_000)).toBe(SETTLED_AT + 200);
      expect(await tasks.nextDueAt(OTHER, 1_000)).toBe(8_000);
      expect(await tasks.nextDueAt(ME, SETTLED_AT + 200)).toBe(9_000);
      expect(await tasks.nextDueAt(ME, 9_000)).toBeNull();
    });
  });
}
