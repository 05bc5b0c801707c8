import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  actOnTarget,
  type TargetCommand,
} from '../../renderer/src/features/triage/act-on-target.ts';
import { useFleet } from '../../renderer/src/state/fleet-store.ts';
import { dismissNotice } from '../../renderer/src/state/notices.ts';
import { undoCancel, usePendingCancels } from '../../renderer/src/state/pending-cancels.ts';
import type { ApprovalOption } from '../../shared/board.ts';
import type { RunCard } from '../../shared/runs.ts';
import { cardRow } from '../helpers/board-rows.ts';
import { pullRow } from '../helpers/pull-rows.ts';
import { runRow } from '../helpers/run-rows.ts';

const YES: ApprovalOption = { optionId: 'yes', name: 'Yes, once', kind: 'allow_once' };
const ALWAYS: ApprovalOption = { optionId: 'always', name: 'Yes, always', kind: 'allow_always' };
const NO: ApprovalOption = { optionId: 'no', name: 'No', kind: 'reject_once' };

function asking(id: string, options: ApprovalOption[]) {
  const question = {
    approvalId: `approval of ${id}`,
    title: 'Run it',
    toolKind: 'execute' as const,
    subject: '',
    reason: '',
    options,
    askedAt: 5,
  };
  const card = cardRow({ id, kind: 'attempt', status: 'held', state: 'awaiting', question });
  return { kind: 'task', card } as const;
}

const daemon = vi.fn();

function said() {
  return useFleet.getState().notices.map(({ text }) => text);
}

describe('a key on the chosen card', () => {
  beforeEach(() => {
    daemon
      .mockReset()
      .mockResolvedValue({ ok: true, value: { outcome: 'answered', optionName: 'x' } });
    vi.stubGlobal('window', { fleetboard: { call: daemon } });
    vi.stubGlobal('document', { activeElement: null });
  });
  afterEach(() => {
    for (const { id } of useFleet.getState().notices) dismissNotice(id);
    for (const { id } of usePendingCancels.getState().pending) undoCancel(id);
    vi.unstubAllGlobals();
  });

  it('answers no other question than the one that the keyboard is in', async () => {
    const another = { dataset: { approvalId: 'another' } };
    vi.stubGlobal('document', { activeElement: { closest: () => another } });
    await actOnTarget('approve', asking('several', [YES, NO]));
    expect(daemon).not.toHaveBeenCalled();
    expect(said()).toEqual(['Keys answer what it asked first. Answer this with its buttons.']);
  });

  it.each([
    ['approve', 'yes'],
    ['reject', 'no'],
  ] as const)(
    '%s answers for this once, whatever the order of the options',
    async (command, optionId) => {
      await actOnTarget(command, asking(command, [ALWAYS, NO, YES]));
      expect(daemon.mock.calls).toEqual([
        ['approval.answer', { approvalId: `approval of ${command}`, optionId }, undefined],
      ]);
    },
  );

  it('never answers for always in place of once, and says what there is', async () => {
    await actOnTarget('approve', asking('a', [ALWAYS, NO]));
    expect(daemon).not.toHaveBeenCalled();
    expect(said()).toEqual([
      'The agent offers no answer that allows it once. Choose one of its own: Yes, always, No.',
    ]);
  });

  it('asks once when it is pressed twice', async () => {
    const target = asking('twice', [YES]);
    await Promise.all([actOnTarget('approve', target), actOnTarget('approve', target)]);
    expect(daemon).toHaveBeenCalledOnce();
  });

  it('does nothing where there is nothing to do, and says so', async () => {
    const failed = cardRow({ id: 'failed', status: 'failed', state: 'failed' });
    await actOnTarget('approve', { kind: 'task', card: failed });
    await actOnTarget('cancel', { kind: 'task', card: failed });
    await actOnTarget('hold', { kind: 'run', run: runRow({ id: 'run', attempts: [] }) });
    await actOnTarget('dismiss', { kind: 'run', run: runRow({ id: 'run' }) });
    expect(daemon).not.toHaveBeenCalled();
    expect(usePendingCancels.getState().pending).toEqual([]);
    expect(useFleet.getState().notices.every(({ isHint }) => isHint)).toBe(true);
  });

  it('does with a run and its pull request what their buttons do', async () => {
    const ended = { id: 'run', status: 'ended', state: 'done' } as const;
    const at = (row: Partial<RunCard>) =>
      ({ kind: 'run', run: runRow({ ...ended, ...row }) }) as const;
    const ready = pullRow({ status: 'merge_ready' });
    daemon.mockResolvedValue({ ok: true, value: { outcome: 'pull_read' } });
    await actOnTarget('publish', at({}));
    await actOnTarget('refresh', at({ pull: pullRow() }));
    await actOnTarget('editor', at({}));
    expect(daemon.mock.calls.map(([method]) => method)).toEqual([
      'run.publish',
      'run.refreshPull',
      'run.openInEditor',
    ]);
    const opened = async (command: TargetCommand, row: Partial<RunCard>) => {
      useFleet.setState({ runDialog: null });
      await actOnTarget(command, at(row));
      return useFleet.getState().runDialog?.kind ?? null;
    };
    expect(await opened('merge', {})).toBe('merge');
    expect(await opened('discard', {})).toBe('discard');
    expect(await opened('merge', { pull: ready })).toBe('mergePull');
    expect(await opened('continue', { pull: ready })).toBe('continue');
    expect(await opened('release', { pull: ready })).toBe('release');
    expect(said()).not.toContain('It has no pull request of its own.');
    // What does not fit is not asked for, and said.
    expect(await opened('discard', { pull: ready })).toBeNull();
    expect(await opened('merge', { status: 'working' })).toBeNull();
    expect(await opened('release', {})).toBeNull();
    expect(said()).toContain('It has no pull request of its own.');
    expect(daemon).toHaveBeenCalledTimes(3);
  });

  it('lets a cancel and a stop wait for their undo', async () => {
    const works = cardRow({ id: 'works', status: 'running', state: 'working' });
    await actOnTarget('cancel', { kind: 'task', card: works });
    await actOnTarget('cancel', { kind: 'run', run: runRow({ id: 'run' }) });
    expect(daemon).not.toHaveBeenCalled();
    const pending = usePendingCancels.getState().pending.map(({ id, verb }) => [id, verb]);
    expect(pending).toEqual([
      ['works', 'Cancels'],
      ['run', 'Stops'],
    ]);
  });
});
