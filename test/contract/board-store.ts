import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../electron/daemon/store/store.ts';
import type { BoardDelta } from '../../shared/board-delta.ts';
import {
  HELD_AT,
  ME,
  OTHER,
  QUESTION,
  RETRYABLE,
  SESSION,
  SETTLED_AT,
  STARTED_AT,
  StoreBench,
} from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';
import { describeBoardReplay } from './board-store-replay.ts';

export function describeBoardStore(name: string, create: CreateDatabase): void {
  describe(`the board of the ${name} store`, () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const beginSession = (id: string, store: Store = bench.store) =>
      bench.begunSession(
        { id, title: 'Mend the gate\nand paint it', branch: 'fleetboard/1' },
        { store },
      );
    const rowsOf = (delta: BoardDelta) =>
      [...delta.cards, ...delta.sessions]
        .sort((a, b) => a.revision - b.revision)
        .map(({ id, revision }) => ({ id, revision }));

    it('begins empty at revision 0', async () => {
      expect(await bench.store.board.changesSince(0, 10)).toEqual({
        since: 0,
        revision: 0,
        cards: [],
        sessions: [],
        runs: [],
        more: false,
      });
    });

    it('shows a card without prompt and folder', async () => {
      const running = await bench.running('attempt');
      await beginSession(SESSION.sessionId);
      const approvalId = await bench.ask(running);
      const card = await bench.store.board.cardOf(running.id);
      expect(card).toEqual({
        id: running.id,
        revision: bench.row(running.id).revision,
        kind: 'attempt',
        shape: 'ship',
        status: 'held',
        state: 'awaiting',
        title: 'Mend the gate',
        agent: 'claude',
        profile: 'careful',
        projectId: 'project-1',
        projectName: 'project-1',
        branch: SESSION.branch,
        attempts: 0,
        failureLimit: 3,
        generation: 1,
        ownerDaemon: ME.owner,
        runId: 'run-1',
        sessionId: SESSION.sessionId,
        createdAt: running.createdAt,
        updatedAt: HELD_AT,
        startedAt: STARTED_AT,
        settledAt: null,
        heldUntil: HELD_AT + 10_000,
        notBefore: null,
        error: null,
        digest: null,
        question: {
          approvalId,
          title: QUESTION.title,
          toolKind: QUESTION.toolKind,
          subject: QUESTION.subject,
          reason: QUESTION.reason,
          options: QUESTION.options,
          askedAt: HELD_AT,
        },
        dismissedBy: null,
      });
      expect((await bench.store.board.changesSince(0, 10)).cards).toEqual([card]);
      expect(await bench.store.board.cardOf('nothing')).toBeNull();
    });

    it('shows a session card', async () => {
      await bench.running('spawn');
      await beginSession('session-9');
      expect((await bench.store.board.changesSince(0, 10)).sessions).toEqual([
        {
          id: 'session-9',
          revision: await bench.store.board.currentRevision(),
          agent: 'claude',
          title: 'Mend the gate',
          projectId: 'project-1',
          projectName: 'project-1',
          state: 'starting',
          taskId: 'task-1',
          ownerDaemon: ME.owner,
          acceptsPrompts: true,
          isConductor: false,
          folder: '/folders/one',
          branch: 'fleetboard/1',
          createdAt: STARTED_AT,
        },
      ]);
    });

    it('shortens titles and digests', async () => {
      const long = 'x'.repeat(5_000);
      const { id } = await bench.running('spawn', { prompt: `\n  ${long}\nmore` });
      await bench.store.tasks.complete({ id, generation: 1 }, long, SETTLED_AT);
      const card = await bench.store.board.cardOf(id);
      expect(card?.title).toBe(`${'x'.repeat(199)}…`);
      expect(card?.digest).toBe('x'.repeat(600));
    });

    it('pages tasks and sessions together, each once, in the order of their change', async () => {
      const first = await bench.queued('spawn');
      await beginSession('a');
      const second = await bench.queued('send');
      await beginSession('b');
      await bench.store.tasks.cancel(first.id, ME, 'ann', SETTLED_AT);
      const expected = ['a', second.id, 'b', first.id];

      for (const limit of [1, 2, 3, 4, 5]) {
        const seen = [];
        let since = 0;
        let more = true;
        while (more) {
          const page = await bench.store.board.changesSince(since, limit);
          const rows = rowsOf(page);
          expect(rows.length).toBeLessThanOrEqual(limit);
          expect(page.more).toBe(seen.length + rows.length < expected.length);
          if (page.more) expect(page.revision).toBe(rows.at(-1)?.revision);
          expect(page.since).toBe(since);
          seen.push(...rows.map(({ id }) => id));
          ({ revision: since, more } = page);
        }
        expect(seen).toEqual(expected);
        expect(since).toBe(await bench.store.board.currentRevision());
      }
    });

    it('has nothing newer than its current revision', async () => {
      await bench.inStatus('spawn', 'done');
      const current = await bench.store.board.currentRevision();
      expect(await bench.store.board.changesSince(current, 10)).toEqual({
        since: current,
        revision: current,
        cards: [],
        sessions: [],
        runs: [],
        more: false,
      });
      const { revision } = await bench.store.board.changesSince(current - 1, 10);
      expect(revision).toBe(current);
    });

    it('sees what another connection wrote, and that it wrote', async () => {
      const other = bench.database.open();
      const since = await bench.store.board.currentRevision();
      const versionBefore = bench.store.board.dataVersion();
      const { id } = await bench.queued('spawn', {}, OTHER, other);
      expect(bench.store.board.dataVersion()).not.toBe(versionBefore);
      expect((await bench.store.board.changesSince(since, 10)).cards).toMatchObject([
        { id, ownerDaemon: OTHER.owner },
      ]);
    });

    it('tells writes of its own apart: they do not look like those of another', async () => {
      const versionBefore = bench.store.board.dataVersion();
      await bench.queued('spawn');
      expect(bench.store.board.dataVersion()).toBe(versionBefore);
    });

    it('keeps the audit of a task in order', async () => {
      const running = await bench.running('spawn', { failureLimit: 1 });
      await bench.queued('spawn');
      await bench.store.tasks.fail(
        running,
        RETRYABLE,
        { baseMs: 0, capMs: 0, jitter: 0 },
        SETTLED_AT,
      );
      expect(await bench.store.board.auditOf(running.id)).toMatchObject([
        { action: 'dispatch.enqueued', actor: 'ann', generation: 0 },
        { action: 'dispatch.claimed', actor: ME.owner, generation: 1 },
        { action: 'dispatch.running', generation: 1 },
        { action: 'dispatch.blocked', generation: 1, detail: RETRYABLE.message, at: SETTLED_AT },
      ]);
    });

    describeBoardReplay(create);
  });
}
