import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewRun, PlannedAttempt, Run } from '../../electron/daemon/store/runs/run-store.ts';
import type { Store } from '../../electron/daemon/store/store.ts';
import type { RunCard } from '../../shared/runs.ts';
import { BACKOFF, ME, OTHER, QUESTION, StoreBench } from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = 9_000;
const PROJECT = { id: 'project-1', name: 'project-1', folder: '/projects/project-1' };
const RUN: NewRun = {
  ...{ id: 'run-1', projectId: PROJECT.id, goal: 'Mend\nthe gate', agent: 'claude' },
  ...{ profile: 'careful', folder: '/projects/project-1', repository: '/projects/project-1' },
  ...{ baseBranch: 'main', baseCommit: 'a'.repeat(40), branch: 'fleetboard/run-1/1' },
  ...{ worktree: '/home/worktrees/run-1', check: 'npm test', createdBy: 'ann' },
  limits: { maxAttempts: 3, maxMs: 60_000, maxCost: null },
};
const planned = (taskId: string): PlannedAttempt => ({
  ...{ taskId, because: 'goal', prompt: `Prompt of ${taskId}`, notBefore: 0 },
});
const SETTLED = {
  ...{ commit: 'b'.repeat(40), tree: 'c'.repeat(40), hasWork: true, cost: null },
  ...{ parkedMs: 0, startedAt: 5_000, settledAt: 6_000, notes: [] },
};
const CHECK = { exitCode: 1, output: 'not ok', failure: 'f' };
const END = { step: 'end', reason: 'exhausted', detail: 'No more.' } as const;
const MERGE = {
  ...{ baseCommit: 'a'.repeat(40), commit: 'd'.repeat(40), headCommit: 'b'.repeat(40) },
};

/** Every way in which a run can stand. */
const STATES = [
  'planned',
  'enqueued',
  'settled',
  'checked',
  'stopped',
  'ended',
  'merging',
  'merged',
  'discarded',
] as const;
type State = (typeof STATES)[number];

type Call = (store: Store, me?: typeof ME) => Promise<unknown>;

/** Each transition, where it is granted, and what the run is afterwards. */
const TRANSITIONS: Record<
  string,
  { readonly granted: readonly State[]; readonly call: Call; readonly after: Partial<RunCard> }
> = {
  enqueueIfPlanned: {
    granted: ['planned'],
    call: (store, me = ME) => store.runs.enqueueIfPlanned(RUN.id, 1, me, NOW),
    after: { status: 'working', state: 'queued' },
  },
  settleIfEnqueued: {
    granted: ['enqueued', 'stopped'],
    call: (store, me = ME) => store.runs.settleIfEnqueued(RUN.id, 1, SETTLED, me, NOW),
    after: { status: 'working', state: 'working', hasWork: true },
  },
  recordCheckIfSettled: {
    granted: ['settled'],
    call: (store, me = ME) => store.runs.recordCheckIfSettled(RUN.id, 1, CHECK, me, NOW),
    after: { status: 'working', state: 'working' },
  },
  'decideIfSettled, to an end': {
    granted: ['settled', 'checked'],
    call: (store, me = ME) => store.runs.decideIfSettled(RUN.id, 1, 'check_failed', END, me, NOW),
    after: { status: 'ended', endReason: 'exhausted', endDetail: 'No more.', state: 'blocked' },
  },
  'decideIfSettled, to another attempt': {
    granted: ['settled', 'checked'],
    call: (store, me = ME) => {
      const next = { step: 'attempt', attempt: planned('task-2') } as const;
      return store.runs.decideIfSettled(RUN.id, 1, 'check_failed', next, me, NOW);
    },
    after: { status: 'working', state: 'queued', endReason: null },
  },
  stopIfWorking: {
    granted: ['planned', 'enqueued', 'settled', 'checked'],
    call: (store, me = ME) => store.runs.stopIfWorking(RUN.id, me, 'ann', NOW),
    after: {},
  },
  requestChangesIfEnded: {
    granted: ['ended'],
    call: (store, me = ME) =>
      store.runs.requestChangesIfEnded(RUN.id, planned('task-2'), me, 'ann', NOW),
    after: { status: 'working', state: 'queued', endReason: null, endedAt: null },
  },
  beginMergeIfEnded: {
    granted: ['ended'],
    call: (store, me = ME) => store.runs.beginMergeIfEnded(RUN.id, MERGE, me, 'ann', NOW),
    after: { status: 'merging', state: 'working' },
  },
  endMergeIfMerging: {
    granted: ['merging'],
    call: (store, me = ME) => store.runs.endMergeIfMerging(RUN.id, 'The base moved.', me, NOW),
    after: { status: 'ended', state: 'blocked' },
  },
  markMergedIfMerging: {
    granted: ['merging'],
    call: (store, me = ME) => store.runs.markMergedIfMerging(RUN.id, me, NOW),
    after: { status: 'merged', state: 'done', mergedCommit: MERGE.commit },
  },
  markMergedIfEnded: {
    granted: ['ended'],
    call: (store, me = ME) => store.runs.markMergedIfEnded(RUN.id, me, NOW),
    after: { status: 'merged', state: 'done', mergedCommit: null },
  },
  discardIfEnded: {
    granted: ['ended'],
    call: (store, me = ME) => store.runs.discardIfEnded(RUN.id, me, 'ann', NOW),
    after: { status: 'discarded', state: 'cancelled', hasWork: false },
  },
  markRemovedIfSettled: {
    granted: ['merged', 'discarded'],
    call: (store, me = ME) => store.runs.markRemovedIfSettled(RUN.id, me, NOW),
    after: {},
  },
  addRule: {
    granted: ['planned', 'enqueued', 'settled', 'checked', 'stopped'],
    call: (store, me = ME) => {
      const rule = { id: 'rule-1', toolKind: 'edit', subject: null } as const;
      return store.runs.addRule(RUN.id, rule, me, 'ann', NOW);
    },
    after: {},
  },
};

export function describeRunStore(name: string, create: CreateDatabase): void {
  let bench: StoreBench;
  beforeEach(() => {
    bench = new StoreBench(create);
  });
  afterEach(() => bench.remove());

  const found = async (): Promise<Run> => {
    const run = await bench.store.runs.find(RUN.id);
    if (run === null) throw new Error('there is no run');
    return run;
  };

  /** Brings the run into a state through the store itself. */
  async function bring(state: State): Promise<void> {
    const { runs } = bench.store;
    await runs.start(RUN, planned('task-1'), PROJECT, ME, 1_000);
    if (state === 'planned') return;
    await runs.enqueueIfPlanned(RUN.id, 1, ME, 2_000);
    if (state === 'stopped') await runs.stopIfWorking(RUN.id, ME, 'ann', 3_000);
    if (state === 'enqueued' || state === 'stopped') return;
    await runs.settleIfEnqueued(RUN.id, 1, SETTLED, ME, 6_000);
    if (state === 'settled') return;
    await runs.recordCheckIfSettled(RUN.id, 1, CHECK, ME, 7_000);
    if (state === 'checked') return;
    await runs.decideIfSettled(RUN.id, 1, 'check_failed', END, ME, 7_000);
    if (state === 'merging' || state === 'merged') {
      await runs.beginMergeIfEnded(RUN.id, MERGE, ME, 'ann', 8_000);
    }
    if (state === 'merged') await runs.markMergedIfMerging(RUN.id, ME, 8_000);
    if (state === 'discarded') await runs.discardIfEnded(RUN.id, ME, 'ann', 8_000);
  }

  /** All of it, board revision included. */
  async function everything() {
    const { runs, board } = bench.store;
    return {
      run: await found(),
      card: await runs.cardOf(RUN.id),
      rules: await runs.rules(RUN.id),
      history: await runs.history(RUN.id),
      open: await runs.open(ME),
      board: await board.changesSince(0, 100),
    };
  }

  describe(`runs of the ${name} store`, () => {
    describe.each(Object.entries(TRANSITIONS))('%s', (_name, { granted, call, after }) => {
      it.each(granted)(
        'is granted to a run that is %s, once, and reaches the board',
        async (state) => {
          await bring(state);
          const before = await bench.store.board.currentRevision();
          await call(bench.store);
          const { card, history } = await everything();
          expect(card).toMatchObject(after);
          expect(history.at(-1)?.at).toBe(
            state === 'merged' || state === 'discarded' ? 8_000 : NOW,
          );
          const { runs } = await bench.store.board.changesSince(before, 100);
          expect(runs.map(({ id }) => id)).toEqual([RUN.id]);
        },
      );

      it.each(STATES.filter((state) => !granted.includes(state)))(
        'changes nothing of a run that is %s',
        async (state) => {
          await bring(state);
          const before = await everything();
          await call(bench.store);
          expect(await everything()).toEqual(before);
        },
      );

      it('changes nothing for another daemon', async () => {
        await bring(granted[0] ?? 'planned');
        const before = await everything();
        await call(bench.store, OTHER);
        expect(await everything()).toEqual(before);
      });

      it('changes nothing for another account', async () => {
        await bring(granted[0] ?? 'planned');
        const before = await everything();
        await call(bench.database.open('somebody-else'));
        expect(await everything()).toEqual(before);
      });
    });

    it('begin with a planned attempt, and a task is queued for it under the id that was planned', async () => {
      await bring('planned');
      expect(await found()).toMatchObject({
        ...RUN,
        status: 'working',
        round: 1,
        attempts: [{ ordinal: 1, phase: 'planned', taskId: 'task-1', outcome: null }],
      });
      expect(await bench.store.tasks.find('task-1')).toBeNull();
      await bench.store.runs.enqueueIfPlanned(RUN.id, 1, ME, NOW);
      expect(await bench.store.tasks.find('task-1')).toMatchObject({
        ...{ kind: 'attempt', status: 'queued', prompt: 'Prompt of task-1', runId: RUN.id },
        ...{ attemptId: '1', folder: RUN.folder, agent: 'claude', ownerDaemon: ME.owner },
      });
    });

    it('never have two open attempts, whoever asks', async () => {
      await bring('ended');
      const { runs } = bench.store;
      const both = await Promise.all([
        runs.requestChangesIfEnded(RUN.id, planned('task-2'), ME, 'ann', NOW),
        runs.requestChangesIfEnded(RUN.id, planned('task-3'), ME, 'bob', NOW),
      ]);
      expect(both).toEqual([
        { outcome: 'attempt_planned', ordinal: 2 },
        { outcome: 'run_not_ready', status: 'working', endReason: null },
      ]);
      const { attempts, round } = await found();
      expect(attempts.map(({ ordinal, round: ofAttempt }) => [ordinal, ofAttempt])).toEqual([
        [1, 1],
        [2, 2],
      ]);
      expect(round).toBe(2);
    });

    it.each([
      ['planned', undefined, 'ended'],
      ['enqueued', 'task-1', 'working'],
      ['settled', undefined, 'working'],
    ] as const)(
      'that are %s when they are stopped name the task to cancel: %s',
      async (state, taskId, status) => {
        await bring(state);
        const stopped = await bench.store.runs.stopIfWorking(RUN.id, ME, 'ann', NOW);
        expect(stopped).toEqual({ outcome: 'run_stopping', ...(taskId && { taskId }) });
        expect(await found()).toMatchObject({ status, stoppedBy: 'ann' });
      },
    );

    it('say why they cannot be stopped', async () => {
      const stop = (me = ME) => bench.store.runs.stopIfWorking(RUN.id, me, 'ann', NOW);
      expect(await stop()).toEqual({ outcome: 'not_found' });
      await bring('ended');
      expect(await stop()).toEqual({
        ...{ outcome: 'run_not_ready', status: 'ended', endReason: 'exhausted' },
      });
      expect(await stop(OTHER)).toEqual({ outcome: 'not_owner', ownerDaemon: ME.owner });
    });

    it('are listed newest first, page by page', async () => {
      const { runs } = bench.store;
      for (const [index, id] of ['run-a', 'run-b', 'run-c'].entries()) {
        await runs.start({ ...RUN, id }, planned(`task-of-${id}`), PROJECT, ME, 1_000 + index);
      }
      const page = await runs.list({ limit: 2 });
      expect(page).toMatchObject({ runs: [{ id: 'run-c' }, { id: 'run-b' }], more: true });
      const before = { id: 'run-b', createdAt: 1_001 };
      expect(await runs.list({ limit: 2, before })).toMatchObject({
        runs: [{ id: 'run-a' }],
        more: false,
      });
    });

    it('show their attempts instead of cards of their own', async () => {
      await bring('enqueued');
      const { cards, runs } = await bench.store.board.changesSince(0, 100);
      expect(cards).toEqual([]);
      expect(runs).toMatchObject([{ attempts: [{ taskId: 'task-1', state: 'queued' }] }]);
    });

    describe('a question whose daemon went away', () => {
      const RESTARTED = { ...ME, bootId: 'boot-after' };

      async function carried(): Promise<string> {
        await bring('enqueued');
        const task = await bench.claim('task-1');
        const approvalId = await bench.ask(task, QUESTION, NOW);
        await bench.store.tasks.settleHeld(RESTARTED, NOW);
        return approvalId;
      }

      /** The run goes on with another attempt, which asks. */
      async function askAgain(question = QUESTION) {
        const { runs } = bench.store;
        await runs.settleIfEnqueued(RUN.id, 1, SETTLED, RESTARTED, NOW);
        const next = { step: 'attempt', attempt: planned('task-2') } as const;
        await runs.decideIfSettled(RUN.id, 1, 'reclaimed', next, RESTARTED, NOW);
        await runs.enqueueIfPlanned(RUN.id, 2, RESTARTED, NOW);
        const task = await bench.claim('task-2', RESTARTED);
        const asked = await bench.store.approvals.ask(task, 's', question, RESTARTED, 10_000, NOW);
        return { asked, task: await bench.find('task-2') };
      }

      const answer = (approvalId: string, optionId: string, me = RESTARTED) =>
        bench.store.approvals.answer(approvalId, optionId, me, 'ann', BACKOFF, NOW);

      it('waits on for its run, and is answered once', async () => {
        const approvalId = await carried();
        expect((await bench.store.runs.cardOf(RUN.id))?.question?.approvalId).toBe(approvalId);
        expect(await answer(approvalId, 'allow', OTHER)).toMatchObject({ outcome: 'not_owner' });
        expect(await answer(approvalId, 'nonsense')).toMatchObject({ outcome: 'unknown_option' });
        expect(await answer(approvalId, 'allow')).toMatchObject({ outcome: 'answered' });
        expect(await answer(approvalId, 'reject')).toMatchObject({ outcome: 'already_answered' });
        expect((await bench.store.runs.cardOf(RUN.id))?.question).toBeNull();
      });

      it('gives its answer to the same question, once, and holds nothing', async () => {
        await answer(await carried(), 'allow');
        const { asked, task } = await askAgain();
        expect(asked).toMatchObject({ outcome: 'answered_before', optionId: 'allow', by: 'ann' });
        expect(task.status).toBe('claimed');
        const again = await bench.store.approvals.ask(task, 's', QUESTION, RESTARTED, 10_000, NOW);
        expect(again.outcome).toBe('held');
      });

      it('does not answer another question', async () => {
        await answer(await carried(), 'allow');
        const { asked } = await askAgain({ ...QUESTION, command: 'rm -rf /' });
        expect(asked.outcome).toBe('held');
      });

      it('makes way for the same question when nobody answered it', async () => {
        const approvalId = await carried();
        const { asked } = await askAgain();
        expect(asked.outcome).toBe('held');
        expect(await answer(approvalId, 'allow')).toMatchObject({ outcome: 'expired' });
      });

      it('expires with its run', async () => {
        const approvalId = await carried();
        await bench.store.runs.settleIfEnqueued(RUN.id, 1, SETTLED, RESTARTED, NOW);
        await bench.store.runs.decideIfSettled(RUN.id, 1, 'reclaimed', END, RESTARTED, NOW);
        expect(await answer(approvalId, 'allow')).toMatchObject({ outcome: 'expired' });
      });
    });
  });
}
