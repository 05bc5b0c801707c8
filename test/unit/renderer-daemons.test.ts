import { afterEach, describe, expect, it, vi } from 'vitest';
import { inOrderOfInterest } from '../../renderer/src/features/daemon/daemon-order.ts';
import {
  putAwayFrom,
  readPutAwayUntil,
} from '../../renderer/src/features/daemon/put-away-until.ts';
import { describeEvent } from '../../renderer/src/features/sessions/event-words.ts';
import { describeVersions, howToStart } from '../../renderer/src/state/daemon-words.ts';
import { isOwnerAway, ownershipOf } from '../../renderer/src/state/ownership.ts';
import type { Catalog } from '../../shared/contract.ts';
import type { DaemonSummary } from '../../shared/fleet.ts';
import { cardRow, catalogOf, daemonRow } from '../helpers/board-rows.ts';
import { rowsOnBoard, runRow } from '../helpers/run-rows.ts';

const ME = '127.0.0.1:7455';
const daemons: readonly DaemonSummary[] = [
  daemonRow({ owner: '127.0.0.1:10000' }),
  daemonRow({ owner: '127.0.0.1:7480', state: 'stopped', version: '0.0.9' }),
  daemonRow({ owner: '127.0.0.1:7471', state: 'silent' }),
  daemonRow({ owner: '127.0.0.1:7460', version: '0.2.0' }),
  daemonRow({ owner: ME, isThis: true }),
];
const catalog: Catalog = catalogOf(ME);

describe('the daemons of a database', () => {
  it('are listed with the one of the window first, then by how they fare and by port', () => {
    expect(inOrderOfInterest(daemons).map(({ owner }) => owner)).toEqual([
      ME,
      '127.0.0.1:7460',
      '127.0.0.1:10000',
      '127.0.0.1:7471',
      '127.0.0.1:7480',
    ]);
  });

  it('are said to differ in version only while they run', () => {
    expect(describeVersions(daemons)).toBe('0.1.0 here, 0.2.0 on 127.0.0.1:7460');
    expect(describeVersions(daemons.filter(({ version }) => version !== '0.2.0'))).toBeNull();
    expect(describeVersions([])).toBeNull();
  });

  it('are started again on the port that their work is bound to', () => {
    expect(howToStart('127.0.0.1:7471')).toContain('FLEETBOARD_PORT=7471');
  });

  it('own what is not settled', () => {
    const cards = [
      cardRow({ id: 'queued' }),
      cardRow({ id: 'held', status: 'held', ownerDaemon: '127.0.0.1:7460' }),
      cardRow({ id: 'running', status: 'running', ownerDaemon: '127.0.0.1:7460' }),
      cardRow({ id: 'done', status: 'done', ownerDaemon: '127.0.0.1:7471' }),
      cardRow({ id: 'nobody', ownerDaemon: null }),
    ];
    const runs = [
      runRow({ id: 'works' }),
      runRow({ id: 'ended', status: 'ended' }),
      runRow({ id: 'merges', status: 'merging', ownerDaemon: '127.0.0.1:7460' }),
    ];
    expect([...rowsOnBoard(cards, runs).tally.openByOwner]).toEqual([
      [ME, 2],
      ['127.0.0.1:7460', 3],
    ]);
  });
});

describe('whose a task is, seen from a window', () => {
  it.each([
    [ME, 'here'],
    [null, 'here'],
    ['127.0.0.1:7460', 'live'],
    ['127.0.0.1:7471', 'silent'],
    ['127.0.0.1:7480', 'stopped'],
    ['127.0.0.1:9999', 'unknown'],
  ] as const)('%s', (owner, ownership) => {
    expect(ownershipOf({ catalog, daemons }, owner)).toBe(ownership);
  });

  it('is not judged before the daemon of the window is known', () => {
    expect(ownershipOf({ catalog: null, daemons }, '127.0.0.1:7460')).toBe('here');
  });

  it('matters only while the task is open: then it waits for a daemon that does not run', () => {
    const away = { ownerDaemon: '127.0.0.1:7471' } as const;
    const fleet = { catalog, daemons };
    expect(isOwnerAway(fleet, { ...away, status: 'running' })).toBe(true);
    expect(isOwnerAway(fleet, { ...away, status: 'done' })).toBe(false);
    expect(isOwnerAway(fleet, { ownerDaemon: '127.0.0.1:7460', status: 'running' })).toBe(false);
  });
});

describe('the words for an event', () => {
  const event = {
    position: 1,
    id: 'event',
    projectId: 'project',
    taskId: 'task',
    digest: null,
    createdAt: 0,
    deliveredAt: null,
  };

  it.each([
    ['task.done', 'done', 'Done'],
    ['task.blocked', 'blocked', 'Blocked'],
    ['run.merged', 'run.merged', 'Run.merged'],
  ])('%s', (type, state, word) => {
    expect(describeEvent({ ...event, type })).toMatchObject({ state, word, line: '' });
  });

  it('show the first line of what came of it', () => {
    const digest = '\nAll tests pass.\n\n12 files changed';
    expect(describeEvent({ ...event, type: 'task.done', digest }).line).toBe('All tests pass.');
  });
});

describe('what a person has seen of an out-of-date program', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('stays away for an hour, also after the window was closed', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    expect(readPutAwayUntil()).toBe(0);
    expect(putAwayFrom(5_000)).toBe(3_605_000);
    expect(readPutAwayUntil()).toBe(3_605_000);
  });
});
