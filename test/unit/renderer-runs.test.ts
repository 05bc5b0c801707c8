import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { problemsOfRun } from '../../electron/daemon/handlers/run-validation.ts';
import { readRunDraft } from '../../renderer/src/features/new-task/run-start-input.ts';
import { applyDeltas, EMPTY_BOARD } from '../../renderer/src/state/board.ts';
import { RowMap } from '../../renderer/src/state/row-map.ts';
import { actionsOnRun } from '../../renderer/src/state/run-actions.ts';
import type { RunDraft } from '../../renderer/src/state/run-draft.ts';
import { runFinder } from '../../renderer/src/state/run-of-task.ts';
import type { RunCard } from '../../shared/runs.ts';
import { cardRow, deltaOf } from '../helpers/board-rows.ts';
import { attemptRow, runRow } from '../helpers/run-rows.ts';

const question = {
  approvalId: 'approval',
  title: 'Run it',
  toolKind: 'execute' as const,
  subject: '',
  reason: '',
  options: [],
  askedAt: 0,
};

describe('runs on the board of a window', () => {
  it('are whole rows of which the newer one stays', () => {
    const board = applyDeltas(EMPTY_BOARD, [
      deltaOf(0, 7, { runs: [runRow({ id: 'a', revision: 7, title: 'newer' })] }),
      deltaOf(0, 5, { runs: [runRow({ id: 'a', revision: 5, title: 'older' })] }),
    ]);
    expect(board.runs.get('a')?.title).toBe('newer');
  });

  it('are found by the tasks of their attempts', () => {
    const run = runRow({ id: 'a', attempts: [attemptRow({ ordinal: 1, taskId: 'mine' })] });
    const board = applyDeltas(EMPTY_BOARD, [deltaOf(0, 1, { runs: [run] })]);
    expect(runFinder('mine')(board)?.id).toBe('a');
    expect(runFinder('another')(board)).toBeUndefined();
  });

  it('are looked through for a task only until its run is found, and only when some have changed', () => {
    const runs = (revision: number, attempts = [attemptRow({ ordinal: 1, taskId: 'other' })]) =>
      deltaOf(revision - 1, revision, { runs: [runRow({ id: 'a', revision, attempts })] });
    const find = runFinder('mine');
    const without = applyDeltas(EMPTY_BOARD, [runs(1)]);
    const values = vi.spyOn(RowMap.prototype, 'values');
    expect(find(without)).toBeUndefined();
    expect(find(applyDeltas(without, [deltaOf(1, 2, { cards: [cardRow({ id: 'c' })] })]))).toBe(
      undefined,
    );
    expect(values).toHaveBeenCalledOnce();
    const mine = [attemptRow({ ordinal: 1, taskId: 'mine' })];
    const found = applyDeltas(without, [runs(2, mine)]);
    expect(find(found)?.revision).toBe(2);
    expect(find(applyDeltas(found, [runs(3, mine)]))?.revision).toBe(3);
    expect(values).toHaveBeenCalledTimes(2);
    values.mockRestore();
  });
});

describe('what a person can do with a run', () => {
  const queued = attemptRow({ ordinal: 1, state: 'queued' });
  const asking = attemptRow({ ordinal: 1, state: 'awaiting' });
  const checking = attemptRow({ ordinal: 1, phase: 'settled' });
  it.each<[string, Partial<RunCard>, string[]]>([
    ['at work', {}, ['Hold', 'Stop']],
    ['waiting for a worker', { attempts: [queued] }, ['Stop']],
    ['checking', { attempts: [checking] }, ['Stop']],
    ['asking', { state: 'awaiting', question, heldUntil: 9, attempts: [asking] }, ['Stop']],
    ['held', { state: 'awaiting', heldUntil: 9, attempts: [asking] }, ['Unhold', 'Stop']],
    ['ended with work', { status: 'ended', hasWork: true }, ['Review']],
    ['ended without', { status: 'ended', hasWork: false }, ['Review', 'Discard…']],
    ['merging', { status: 'merging' }, []],
    ['merged', { status: 'merged' }, []],
    ['discarded', { status: 'discarded' }, []],
  ])('%s', (_name, row, actions) => {
    expect(actionsOnRun(runRow({ id: 'a', ...row }))).toEqual(actions);
  });
});

describe('what was typed to start a run', () => {
  const draft: RunDraft = {
    goal: 'echo hi',
    agent: 'command',
    profile: 'careful',
    folder: '/shop',
    base: ' ',
    check: 'true',
    maxAttempts: '5',
    maxMinutes: '60',
    maxCost: '',
  };

  /** Whatever it says of them: what is no number must never start a run. */
  function refusedFields(change: Partial<RunDraft>): string[] {
    const { input } = readRunDraft({ ...draft, ...change });
    const choices = { agents: [draft.agent], profiles: [draft.profile] };
    const problems = problemsOfRun({ ...input, folder: tmpdir() }, choices);
    return problems.map(({ field }) => field);
  }

  it('becomes numbers, and nothing where a field is empty', () => {
    expect(readRunDraft({ ...draft, maxCost: ' 2.50 ' })).toMatchObject({
      problems: [],
      input: { base: null, maxAttempts: 5, maxMinutes: 60, maxCost: 2.5 },
    });
    expect(readRunDraft({ ...draft, base: ' main ', maxMinutes: '' })).toMatchObject({
      input: { base: 'main', maxMinutes: null, maxCost: null },
    });
    // Whether a number makes sense is the daemon's to say.
    expect(readRunDraft({ ...draft, maxAttempts: '-1' })).toMatchObject({ problems: [] });
  });

  it.each(['a lot', '1e9', '0x10', '5,5', 'Infinity', '--1'])(
    'is named when "%s" is no number',
    (typed) => {
      expect(readRunDraft({ ...draft, maxMinutes: typed, maxCost: typed })).toMatchObject({
        problems: [
          { field: 'maxMinutes', found: `"${typed}"` },
          { field: 'maxCost', found: `"${typed}"` },
        ],
      });
      expect(refusedFields({ maxMinutes: typed, maxCost: typed })).toEqual([
        'maxMinutes',
        'maxCost',
      ]);
    },
  );

  it('needs a number of attempts', () => {
    expect(readRunDraft({ ...draft, maxAttempts: ' ' })).toMatchObject({
      problems: [{ field: 'maxAttempts', found: 'nothing' }],
    });
    expect(refusedFields({ maxAttempts: ' ' })).toEqual(['maxAttempts']);
  });
});
