import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FailedFacts } from '../../renderer/src/features/pull/failed-facts.tsx';
import { actionsOnPull } from '../../renderer/src/features/pull/pull-actions.ts';
import { PullLink } from '../../renderer/src/features/pull/pull-link.tsx';
import { PullRefusalWords } from '../../renderer/src/features/pull/pull-refusal-words.tsx';
import { wordsWithComments } from '../../renderer/src/features/pull/words-with-comments.ts';
import {
  EMPTY_LANES,
  movesInLanes,
  orderLanes,
  placeOfRun,
} from '../../renderer/src/state/lane-order.ts';
import { EMPTY_REVIEW, withEditorAt, withTyped } from '../../renderer/src/state/review-draft.ts';
import { actionsOnRun } from '../../renderer/src/state/run-actions.ts';
import { type Lane, laneOfRun } from '../../shared/lanes.ts';
import { ownsOpenPull } from '../../shared/own-pull.ts';
import {
  factsAgeWords,
  outdatedSince,
  pullLine,
  pullOwnerWords,
  pullStatusWord,
  requiredFactWords,
} from '../../shared/pull-words.ts';
import { pullStatusSchema, type RunPull, requiredFactSchema } from '../../shared/pulls.ts';
import type { RunCard } from '../../shared/runs.ts';
import { PULL_HEAD, pullFacts, pullRow } from '../helpers/pull-rows.ts';
import { attemptRow, rowsOnBoard, runRow } from '../helpers/run-rows.ts';

const trouble = { code: 'forge_unavailable', message: 'It answered 502.', nextStep: 'Wait.' };

describe('the line of a pull request', () => {
  it.each<[string, Partial<RunPull>]>([
    ['#12 open · checks pending', {}],
    [
      '#12 open · checks green · approved by ann',
      { facts: pullFacts({ checks: 'green', approvedBy: ['ann'] }) },
    ],
    [
      '#12 open · changes requested by bob · checks red · conflicts with main · approved by ann',
      {
        facts: pullFacts({
          checks: 'red',
          isMergeable: false,
          approvedBy: ['ann'],
          changesRequestedBy: ['bob'],
        }),
      },
    ],
    [
      '#12 open · no checks · approved by a, b, c and 2 more',
      { facts: pullFacts({ checks: 'none', approvedBy: ['a', 'b', 'c', 'd', 'e'] }) },
    ],
    ['#12 open · not read yet', { facts: null }],
    ['#12 Merge-ready at abc1234', { status: 'merge_ready', approvedHead: PULL_HEAD }],
    ['#12 Merge-ready, no head recorded', { status: 'merge_ready' }],
    [
      '#12 Merge-ready at abc1234 · conflicts with main',
      {
        status: 'merge_ready',
        approvedHead: PULL_HEAD,
        facts: pullFacts({ checks: 'green', approvedBy: ['ann'], isMergeable: false }),
      },
    ],
    ['pull request being published', { status: 'publishing', number: null, url: null }],
    ['#12 being merged', { status: 'merging' }],
    ['#12 merged', { status: 'merged' }],
    ['#12 closed', { status: 'closed' }],
    [
      '#12 open · owned by run 9f, attempt 2 · checks pending',
      { ownerOrdinal: null, ownedByOther: 'run 9f, attempt 2' },
    ],
  ])('%s', (line, row) => {
    expect(pullLine(pullRow(row))).toBe(line);
  });

  it('has a word of its own for each status and each fact', () => {
    expect(new Set(pullStatusSchema.options.map(pullStatusWord)).size).toBe(
      pullStatusSchema.options.length,
    );
    expect(new Set(requiredFactSchema.options.map(requiredFactWords)).size).toBe(
      requiredFactSchema.options.length,
    );
  });

  it('says whose it is', () => {
    expect(pullOwnerWords(pullRow({ ownerOrdinal: 2 }))).toBe('attempt 2 of this run');
    expect(pullOwnerWords(pullRow({ ownerOrdinal: null }))).toBe('nobody');
    expect(pullOwnerWords(pullRow({ ownerOrdinal: null, ownedByOther: 'run b' }))).toBe(
      'run b, not this run',
    );
  });
});

describe('the age of the facts', () => {
  const { readAt } = pullFacts();
  it('is told when the forge is in trouble, and when it was not read for long', () => {
    expect(outdatedSince(pullRow(), readAt + 60_000)).toBeNull();
    expect(outdatedSince(pullRow({ trouble }), readAt + 60_000)).toBe(readAt);
    expect(outdatedSince(pullRow(), readAt + 6 * 60_000)).toBe(readAt);
    expect(factsAgeWords(pullRow({ trouble }), readAt + 62_000)).toBe('facts of 1m 2s ago');
  });
  it('no longer matters once it is over, and cannot be told before it was read', () => {
    expect(outdatedSince(pullRow({ status: 'merged', trouble }), readAt + 1e9)).toBeNull();
    expect(outdatedSince(pullRow({ facts: null, trouble }), readAt)).toBeNull();
  });
});

describe('the lane of a run with a pull request', () => {
  const ended: Partial<RunCard> = { status: 'ended', state: 'done', endReason: 'passed' };
  it.each<[string, Lane, Partial<RunPull>, Partial<RunCard>]>([
    ['open waits outside', 'Ready to review', {}, {}],
    ['open and not read yet', 'Ready to review', { facts: null }, {}],
    ['open although the run was exhausted', 'Ready to review', {}, { state: 'failed' }],
    [
      'whose mergeability is not known',
      'Ready to review',
      { facts: pullFacts({ isMergeable: null }) },
      {},
    ],
    ['with red checks', 'Needs you', { facts: pullFacts({ checks: 'red' }) }, {}],
    [
      'with changes requested',
      'Needs you',
      { facts: pullFacts({ changesRequestedBy: ['bob'] }) },
      {},
    ],
    ['in conflict', 'Needs you', { facts: pullFacts({ isMergeable: false }) }, {}],
    ['merge-ready', 'Needs you', { status: 'merge_ready', approvedHead: PULL_HEAD }, {}],
    ['being published', 'Ready to review', { status: 'publishing', number: null }, {}],
    ['being merged', 'Working', { status: 'merging' }, {}],
    ['whose merge met trouble', 'Needs you', { status: 'merging', trouble }, {}],
    ['merged', 'Done', { status: 'merged' }, {}],
    ['closed with work left', 'Needs you', { status: 'closed' }, {}],
    ['closed without', 'Done', { status: 'closed' }, { hasWork: false }],
    ['released', 'Ready to review', { status: 'released' }, {}],
    [
      'released by one that was exhausted',
      'Needs you',
      { status: 'released' },
      { state: 'failed' },
    ],
    [
      'of somebody else',
      'Ready to review',
      { ownedByOther: 'run b', facts: pullFacts({ checks: 'red' }) },
      {},
    ],
    [
      'continued, at work',
      'Working',
      { status: 'continuing' },
      { status: 'working', state: 'working' },
    ],
    [
      'continued, asking',
      'Needs you',
      { status: 'continuing' },
      { status: 'working', state: 'awaiting' },
    ],
    ['continued, passed', 'Ready to review', { status: 'continuing' }, {}],
  ])('%s: %s', (_name, lane, pull, run) => {
    expect(laneOfRun(runRow({ id: 'a', ...ended, ...run, pull: pullRow(pull) }))).toBe(lane);
  });

  it('moves on the board when a review makes it merge-ready', () => {
    const open = runRow({ id: 'a', ...ended, pull: pullRow() });
    const ready = { ...open, pull: pullRow({ status: 'merge_ready', approvedHead: PULL_HEAD }) };
    const everything = { text: '', projectId: null };
    expect(movesInLanes(placeOfRun(open), placeOfRun(ready), everything)).toBe(true);
    const order = orderLanes(rowsOnBoard([], [ready]), everything, EMPTY_LANES);
    expect(order['Needs you']).toEqual(['a']);
  });
});

describe('what a person can do with a pull request', () => {
  const ready: Partial<RunPull> = { status: 'merge_ready', approvedHead: PULL_HEAD };
  const attempts = [attemptRow({ ordinal: 1, commit: PULL_HEAD })];
  const newer = [...attempts, attemptRow({ ordinal: 2, commit: 'd'.repeat(40) })];
  it.each<[string, RunPull | null, Partial<RunCard>, string[]]>([
    ['none yet', null, {}, ['Publish']],
    ['none, and no work', null, { hasWork: false }, []],
    ['none while it works', null, { status: 'working' }, []],
    ['none, merged here', null, { status: 'merged' }, []],
    // What a kill or the forge cut off goes on from where it was.
    [
      'being published',
      pullRow({ status: 'publishing', number: null, url: null }),
      {},
      ['Publish'],
    ],
    ['open', pullRow(), {}, ['Release…']],
    ['open, with new commits', pullRow(), { attempts: newer }, ['Publish again', 'Release…']],
    ['merge-ready', pullRow(ready), {}, ['Continue…', 'Merge on the forge…', 'Release…']],
    ['being continued', pullRow({ status: 'continuing' }), { status: 'working' }, ['Release…']],
    ['released', pullRow({ status: 'released' }), {}, ['Publish']],
    ['of somebody else', pullRow({ ...ready, ownedByOther: 'run b' }), {}, []],
    ['merged', pullRow({ status: 'merged' }), { status: 'merged' }, []],
  ])('%s', (_name, pull, run, actions) => {
    expect(actionsOnPull(runRow({ id: 'a', status: 'ended', attempts, ...run, pull }))).toEqual(
      actions,
    );
  });

  it('takes the place of discarding it here', () => {
    const run = { id: 'a', status: 'ended', hasWork: false } as const;
    expect(actionsOnRun(runRow({ ...run, pull: pullRow() }))).toEqual(['Review']);
    expect(actionsOnRun(runRow({ ...run, pull: pullRow({ status: 'closed' }) }))).toContain(
      'Discard…',
    );
    expect(ownsOpenPull(pullRow({ status: 'publishing', number: null }))).toBe(false);
  });
});

describe('what is said to the next attempt', () => {
  it('holds the comments of the review', () => {
    const anchor = { path: 'a.ts', line: 3, headCommit: PULL_HEAD, quoted: '' } as const;
    const old = withTyped(withEditorAt(EMPTY_REVIEW, { ...anchor, side: 'old' }), 1, 'Keep it. ');
    expect(wordsWithComments({ ...old, words: ' Rename the flag\n' })).toBe(
      'Rename the flag\n\n- a.ts, line 3 before the change: Keep it.',
    );
    expect(wordsWithComments(old)).toBe('- a.ts, line 3 before the change: Keep it.');
    expect(wordsWithComments(EMPTY_REVIEW)).toBe('');
  });
});

describe('a refusal', () => {
  it('names each fact that failed with what was expected and what was found', () => {
    const moved = 'd'.repeat(40);
    const markup = renderToStaticMarkup(
      createElement(FailedFacts, {
        failed: [
          { fact: 'open', expected: 'open', found: 'closed' },
          { fact: 'head', expected: PULL_HEAD, found: moved },
        ],
      }),
    );
    const rows = markup
      .split('<tr')
      .slice(2)
      .map((row) => row.match(/(?<=>)[^<>]+(?=<)/g));
    expect(rows).toEqual([
      ['Open', 'open', 'closed'],
      ['Live head', PULL_HEAD, moved],
    ]);
    expect(markup).toContain('2 facts do not hold. Nothing was started or changed.');
  });

  it.each([
    [
      'publication_ownership_changed',
      { ownedBy: 'run 9f, attempt 2' },
      'belongs to run 9f, attempt 2 now',
    ],
    ['pull_reserved', { untilAt: 1_700_000_000_000 }, 'The reservation ends at'],
    ['race_lost', { race: 'owner_changed' }, 'another owner now. Nothing was changed.'],
    ['not_merge_ready', { status: 'open' }, 'The pull request is open, not merge-ready.'],
    ['forge_refused', { problem: trouble }, 'It answered 502.'],
    ['not_published', {}, 'The run has no pull request.'],
  ] as const)('%s is told in words', (outcome, rest, words) => {
    const refusal = { reason: 'refused', outcome: { outcome, ...rest } } as Parameters<
      typeof PullRefusalWords
    >[0]['refusal'];
    expect(renderToStaticMarkup(createElement(PullRefusalWords, { refusal }))).toContain(words);
  });
});

describe('the address of a pull request', () => {
  it.each([
    ['https://github.com/acme/shop/pull/12', true],
    ['http://127.0.0.1:4000/acme/shop/pull/12', true],
    ['javascript:alert(1)', false],
    ['file:///etc/passwd', false],
    ['see https://github.com/acme/shop/pull/12', false],
    ['https://github.com\u202e/acme', false],
  ])('%s can be pressed: %s', (url, isLink) => {
    const markup = renderToStaticMarkup(
      createElement(PullLink, { pull: pullRow({ url }), text: '#12' }),
    );
    expect(markup.includes('<a ')).toBe(isLink);
    expect(markup).toContain('#12');
  });
});
