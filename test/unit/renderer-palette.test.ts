import { describe, expect, it } from 'vitest';
import {
  keyOfChoice,
  type PaletteEntry,
  type PaletteGroup,
  paletteGroups,
} from '../../renderer/src/features/palette/palette-entries.ts';
import { rankEntries, scoreEntry } from '../../renderer/src/features/palette/rank-entries.ts';
import { EMPTY_BOARD } from '../../renderer/src/state/board.ts';
import { EMPTY_LANES, orderLanes } from '../../renderer/src/state/lane-order.ts';
import type { RunPull } from '../../shared/pulls.ts';
import { cardRow } from '../helpers/board-rows.ts';
import { pullRow } from '../helpers/pull-rows.ts';
import { rowsOnBoard, runRow } from '../helpers/run-rows.ts';

const question = {
  approvalId: 'approval',
  title: 'Run it',
  toolKind: 'execute' as const,
  subject: '',
  reason: '',
  options: [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' as const },
    { optionId: 'never', name: 'Never', kind: 'reject_always' as const },
  ],
  askedAt: 5,
};

function names(group: PaletteGroup | undefined) {
  return group?.entries.map(({ name }) => name);
}

describe('the palette', () => {
  const asks = cardRow({
    id: 'asks',
    title: 'Port the importer',
    kind: 'attempt',
    status: 'held',
    state: 'awaiting',
    question,
  });
  const works = cardRow({ id: 'works', title: 'Works', status: 'running', state: 'working' });
  const ended = runRow({ id: 'run', title: 'A run', status: 'ended', state: 'done' });
  const rows = rowsOnBoard([asks, works], [ended]);
  const fleet = {
    board: { ...EMPTY_BOARD, ...rows },
    lanes: orderLanes(rows, { text: '', projectId: null }, EMPTY_LANES),
  };

  it('begins with what can be done with the card that it was opened from', () => {
    const [first] = paletteGroups(fleet, { kind: 'task', card: asks });
    expect(first?.heading).toBe('Port the importer');
    expect(names(first)).toEqual(['Approve once', 'Cancel', 'Open details']);
    const [ofRun] = paletteGroups(fleet, { kind: 'run', run: ended });
    expect(names(ofRun)).toEqual([
      'Review a run',
      'Merge a run',
      'Discard a run',
      'Open in editor',
      'Publish',
      'Open details',
    ]);
    const failed = cardRow({ id: 'f', status: 'failed', state: 'failed' });
    const [ofFailed] = paletteGroups(fleet, { kind: 'task', card: failed });
    expect(names(ofFailed)).toEqual(['Run again', 'Dismiss', 'Open details']);
  });

  it('tells its groups apart whatever the chosen card is called', () => {
    const named = cardRow({ ...asks, title: 'Commands' });
    for (const typed of ['', 'o']) {
      const ids = rankEntries(paletteGroups(fleet, { kind: 'task', card: named }), typed).map(
        ({ id }) => id,
      );
      expect(ids).toEqual(expect.arrayContaining(['target', 'commands']));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('has what can be done with a pull request, by the name that its buttons have', () => {
    const entriesFor = (pull: Partial<RunPull>) => {
      const run = runRow({ id: 'run', status: 'ended', state: 'done', pull: pullRow(pull) });
      return names(paletteGroups(fleet, { kind: 'run', run })[0]);
    };
    const always = ['Review a run', 'Open in editor', 'Refresh a pull request'];
    expect(entriesFor({ status: 'open' })).toEqual([...always, 'Release', 'Open details']);
    expect(entriesFor({ status: 'merge_ready' })).toEqual([
      'Review a run',
      'Merge on the forge',
      'Open in editor',
      'Refresh a pull request',
      'Continue',
      'Release',
      'Open details',
    ]);
    expect(entriesFor({ status: 'closed' })).not.toContain('Refresh a pull request');
    const asks = runRow({ id: 'asks', state: 'awaiting', question });
    expect(names(paletteGroups(fleet, { kind: 'run', run: asks })[0])).toContain(
      'Allow for this run',
    );
  });

  it('has every place to go to, and no two entries of the same name in the list', () => {
    const groups = paletteGroups(fleet, null);
    expect(groups.map(({ heading }) => heading)).toEqual([
      'Commands',
      'Needs you',
      'Projects',
      'Cards',
      'Theme',
    ]);
    expect(names(groups[1])).toEqual(['Port the importer']);
    expect(names(groups[2])).toEqual(['All projects', 'project']);
    expect(names(groups[3])).toEqual(['Works', 'A run']);
    const keys = groups.flatMap(({ entries }) => entries.map(({ choice }) => keyOfChoice(choice)));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('finds by letters of a name that may be left out, and ranks the name over what else is written', () => {
    expect(scoreEntry(entry('Go to settings'), 'gtset')).toBeGreaterThan(0);
    expect(scoreEntry(entry('Go to settings'), 'xyz')).toBe(0);
    expect(scoreEntry(entry('Go to settings'), '?!')).toBe(0);
    expect(scoreEntry(entry('Hold'), 'hold')).toBeGreaterThan(scoreEntry(entry('Unhold'), 'hold'));
    expect(scoreEntry(entry('Fix', 'my-website'), 'Website fi')).toBeGreaterThan(0);
    expect(scoreEntry(entry('website'), 'website')).toBeGreaterThan(
      scoreEntry(entry('Fix', 'website'), 'website'),
    );
  });

  it('never finds by letters that are scattered over the name of a folder', () => {
    expect(scoreEntry(entry('make second', 'asker · fleetboard-ck6Fjn'), 'dark')).toBe(0);
  });

  it('has the group of the best entry first, and the best entry first in it', () => {
    const groups: readonly PaletteGroup[] = [
      {
        id: 'cards',
        heading: 'Cards',
        entries: [entry('do all of the work'), entry('dark'), entry('Other')],
      },
      { id: 'theme', heading: 'Theme', entries: [entry('Theme: light'), entry('Theme: dark')] },
      { id: 'projects', heading: 'Projects', entries: [entry('None')] },
    ];
    expect(rankEntries(groups, ' ')).toBe(groups);
    expect(rankEntries(groups, 'dark').map(({ heading }) => heading)).toEqual(['Cards', 'Theme']);
    expect(names(rankEntries(groups, 'dark')[0])?.[0]).toBe('dark');
    expect(rankEntries(groups, 'theme dark')[0]?.heading).toBe('Theme');
    expect(rankEntries(groups, 'xyz')).toEqual([]);
  });
});

function entry(name: string, detail = ''): PaletteEntry {
  return { name, detail, choice: { does: 'go to card', id: name } };
}
