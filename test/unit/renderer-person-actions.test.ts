import { describe, expect, it } from 'vitest';
import { actionsOn } from '../../renderer/src/state/person-actions.ts';
import type { Card } from '../../shared/board.ts';
import { cardRow } from '../helpers/board-rows.ts';

const question = {
  approvalId: 'approval',
  title: 'Run it',
  toolKind: 'execute' as const,
  subject: '',
  reason: '',
  options: [],
  askedAt: 0,
};

describe('what a person can do with a card', () => {
  it.each<[string, Partial<Card>, string[]]>([
    ['a running attempt', { kind: 'attempt', status: 'running' }, ['Hold', 'Cancel']],
    ['a claimed attempt', { kind: 'attempt', status: 'claimed' }, ['Hold', 'Cancel']],
    ['a queued attempt', { kind: 'attempt', status: 'queued' }, ['Cancel']],
    ['an attempt held by hand', { kind: 'attempt', status: 'held' }, ['Unhold', 'Cancel']],
    ['an attempt that asks', { kind: 'attempt', status: 'held', question }, ['Cancel']],
    ['a running spawn', { kind: 'spawn', status: 'running' }, ['Cancel']],
    ['a failed task', { status: 'failed', state: 'failed' }, ['Run again', 'Dismiss']],
    ['a blocked task', { status: 'blocked', state: 'blocked' }, ['Run again', 'Dismiss']],
    ['a dismissed one', { status: 'failed', state: 'failed', dismissedBy: 'ada' }, ['Run again']],
    ['something to read', { status: 'done', state: 'done', digest: 'x' }, ['Mark reviewed']],
    ['what was read', { status: 'done', state: 'done', digest: 'x', dismissedBy: 'ada' }, []],
    ['a cancelled task', { status: 'cancelled', state: 'cancelled' }, ['Run again']],
  ])('%s', (_name, row, actions) => {
    expect(actionsOn(cardRow({ id: 'a', ...row }))).toEqual(actions);
  });
});
