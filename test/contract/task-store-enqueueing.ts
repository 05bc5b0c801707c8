import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENQUEUED_AT, KINDS, ME, StoreBench } from '../helpers/store-bench.ts';
import { changeBy } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

export function describeEnqueueing(create: CreateDatabase): void {
  describe('enqueue', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    it.each(KINDS)('writes a queued %s of generation 0 that this daemon owns', async (kind) => {
      const change = await changeBy(bench.database, ENQUEUED_AT, () => bench.queued(kind));
      const attempt = kind === 'attempt';
      expect(change.answer).toEqual({
        id: 'task-1',
        accountId: 'local',
        projectId: 'project-1',
        kind,
        shape: 'ship',
        targetSession: kind === 'send' ? 'session-1' : null,
        folder: '/folders/one',
        prompt: 'Mend the gate\nand paint it',
        agent: 'claude',
        profile: 'careful',
        status: 'queued',
        attempts: 0,
        failureLimit: 3,
        notBefore: null,
        claimOwner: null,
        claimedAt: null,
        workerSessionId: null,
        workFolder: null,
        branch: null,
        digest: null,
        error: null,
        createdBy: 'ann',
        createdAt: ENQUEUED_AT,
        updatedAt: ENQUEUED_AT,
        startedAt: null,
        settledAt: null,
        ownerDaemon: ME.owner,
        runId: attempt ? 'run-1' : null,
        attemptId: attempt ? 'attempt-1' : null,
        generation: 0,
        heldUntil: null,
        dismissedBy: null,
        isDelivery: false,
        parkedMs: 0,
      });
      expect(await bench.find('task-1')).toEqual(change.answer);
      expect(Object.keys(change.tasks)).toEqual(['task-1']);
      expect(change.events).toEqual([]);
      expect(change.audit).toEqual([
        {
          task: 'task-1',
          action: 'dispatch.enqueued',
          actor: 'ann',
          generation: 0,
          detail: 'Queued.',
          at: ENQUEUED_AT,
        },
      ]);
    });

    it('remembers the project of the task, the one used last first', async () => {
      const task = await bench.queued('spawn', { projectId: 'a' });
      const enqueue = (id: string, projectId: string, now: number, name = projectId) =>
        bench.store.tasks.enqueue(
          {
            id,
            projectId,
            kind: 'spawn',
            shape: 'scout',
            targetSession: null,
            folder: task.folder,
            prompt: task.prompt,
            agent: task.agent,
            profile: task.profile,
            failureLimit: 1,
            createdBy: 'ann',
          },
          { id: projectId, name, folder: `/projects/${projectId}` },
          ME,
          now,
        );
      await enqueue('b-1', 'b', ENQUEUED_AT + 1_000);
      await enqueue('a-2', 'a', ENQUEUED_AT + 2_000);
      expect(await bench.store.board.recentFolders(5)).toEqual(['/projects/a', '/projects/b']);
      expect(await bench.store.board.recentFolders(1)).toEqual(['/projects/a']);

      await enqueue('a-3', 'a', ENQUEUED_AT + 2_001, 'renamed');
      expect(await bench.store.board.cardOf('a-2')).toMatchObject({ projectName: 'renamed' });
    });

    it('refuses an id that is taken, and leaves its row as it was', async () => {
      const first = await bench.queued('spawn', { id: 'taken' });
      await expect(bench.queued('send', { id: 'taken' })).rejects.toThrow('UNIQUE');
      expect(await bench.find('taken')).toEqual(first);
    });
  });
}
