import { describe, expect, it, vi } from 'vitest';
import { transcriptAsText } from '../../renderer/src/features/details/transcript/copy/entry-as-text.ts';
import { markdownText } from '../../renderer/src/features/details/transcript/markdown/markdown-text.ts';
import {
  findMatches,
  indexOfMatch,
  patternOf,
} from '../../renderer/src/features/details/transcript/search/find-matches.ts';
import { MarkdownTexts } from '../../renderer/src/features/details/transcript/search/markdown-texts.ts';
import {
  type ShownEntry,
  withPage,
} from '../../renderer/src/features/details/transcript/shown-entries.ts';
import { shownPieces } from '../../renderer/src/features/details/transcript/shown-pieces.ts';
import type { TranscriptEntry } from '../../shared/transcripts.ts';

const at = 0;
const message = (text: string): TranscriptEntry => ({ type: 'message', at, text });
const output = (text: string, stream: 'stdout' | 'stderr' = 'stdout'): TranscriptEntry => ({
  type: 'output',
  at,
  stream,
  text,
});
const tool: TranscriptEntry = {
  type: 'tool',
  at,
  toolCallId: 'a',
  title: 'Run the tests',
  kind: 'execute',
  status: 'completed',
  command: 'npm test -- --grep needle',
  output: 'a needle\nand a Needle',
  diffs: [{ path: 'src/needle.ts', oldText: 'hay', newText: 'needle' }],
  locations: ['test/needle.test.ts'],
};

function entriesOf(...entries: readonly TranscriptEntry[]): readonly ShownEntry[] {
  const page = entries.map((entry, offset) => ({ offset, entry }));
  return withPage([], { entries: page, next: entries.length, complete: true });
}

function found(words: string, ...entries: readonly TranscriptEntry[]) {
  const pattern = patternOf(words);
  return pattern === null ? null : findMatches(entriesOf(...entries), pattern, markdownText);
}

describe('the pieces of a message', () => {
  it('are put together again, also over the end of a page', () => {
    const first = entriesOf(message('Some **bo'), message('ld** wo'));
    const more = withPage(first, {
      entries: [
        { offset: 2, entry: message('rds') },
        { offset: 3, entry: tool },
        { offset: 4, entry: message('Then') },
      ],
      next: 5,
      complete: true,
    });
    expect(
      more.map(({ offset, end, entry }) => [offset, end, 'text' in entry && entry.text]),
    ).toEqual([
      [0, 2, 'Some **bold** words'],
      [3, 3, false],
      [4, 4, 'Then'],
    ]);
  });

  it('stay apart where something came between them that is shown elsewhere', () => {
    const entries = entriesOf(tool, message('before'), tool, message('after'));
    expect(entries.map(({ entry }) => entry.type)).toEqual(['tool', 'message', 'message']);
  });

  it('of an output are put together by stream, to pieces that can be drawn', () => {
    const long = output('x'.repeat(10_000));
    const entries = entriesOf(output('a'), output('b\n'), output('no', 'stderr'), long, long);
    expect(entries.map(({ entry }) => 'text' in entry && entry.text.length)).toEqual([
      3, 2, 10_000, 10_000,
    ]);
  });
});

describe('a search', () => {
  it('finds words in everything that an entry shows, in reading order', () => {
    expect(found('needle', message('**nee**dle'), tool)).toEqual([
      { entry: 0, part: 'block 0', at: 0 },
      { entry: 1, part: 'command', at: 19 },
      { entry: 1, part: 'location 0', at: 5 },
      { entry: 1, part: 'diff 0', at: 4 },
      { entry: 1, part: 'diff 0 1', at: 0 },
      { entry: 1, part: 'output', at: 2 },
      { entry: 1, part: 'output', at: 15 },
    ]);
  });

  it('takes any white space for the same, but nothing that is on two lines of a list', () => {
    expect(found('two  words', message('two\nwords'))).toHaveLength(1);
    expect(found('two words', message('- two\n- words'))).toEqual([]);
  });

  it('takes what is typed word for word', () => {
    expect(found('a.c', message('abc'))).toEqual([]);
    expect(found('(a-c] \\d{2}$', message('x (a-c] \\\\d{2}$'))).toHaveLength(1);
    expect(found('  ', message('a b'))).toBeNull();
  });

  it('finds what would be invisible as it is shown', () => {
    expect(found('U+202E', output('a\u202eb'))).toHaveLength(1);
  });

  it('stays at its match when more is found before it', () => {
    const before = found('needle', message('no'), tool) ?? [];
    const after = found('needle', message('needle'), tool) ?? [];
    expect(indexOfMatch(before, before[2] ?? null)).toBe(2);
    expect(indexOfMatch(after, before[2] ?? null)).toBe(3);
  });
});

describe('reading markdown for a search', () => {
  it('takes it as it is written until there was time to read it', async () => {
    const idle: (() => void)[] = [];
    const texts = new MarkdownTexts({
      load: async () => ({ markdownText }),
      whenIdle: (work) => idle.push(() => work({ timeRemaining: () => 0 })),
    });
    const told = vi.fn();
    texts.subscribe(told);
    expect([texts.read('**a**'), texts.read('*b*')]).toEqual(['**a**', '*b*']);
    await vi.waitFor(() => expect(idle).toHaveLength(1));
    idle[0]?.();
    expect(told).toHaveBeenCalledTimes(1);
    expect([texts.read('**a**'), texts.read('*b*')]).toEqual(['a', '*b*']);
    await vi.waitFor(() => expect(idle).toHaveLength(2));
    idle[1]?.();
    expect(texts.read('*b*')).toBe('b');
    expect(texts.version()).toBe(2);
  });
});

describe('what is shown of a long text', () => {
  it('is its beginning and its end, and more of it bit by bit', () => {
    expect(shownPieces(100_000, 16_000, null)).toEqual([
      { from: 0, to: 16_000, next: 97_952 },
      { from: 97_952, to: 100_000, next: null },
    ]);
    expect(shownPieces(100_000, 98_000, null)).toEqual([{ from: 0, to: 100_000, next: null }]);
    expect(shownPieces(5, 16_000, null)).toEqual([{ from: 0, to: 5, next: null }]);
  });

  it('is also what surrounds a match', () => {
    expect(shownPieces(100_000, 16_000, 50_000).map(({ from, to }) => [from, to])).toEqual([
      [0, 16_000],
      [47_952, 52_048],
      [97_952, 100_000],
    ]);
    expect(shownPieces(100_000, 16_000, 16_500)[0]).toMatchObject({ from: 0, to: 18_548 });
    expect(shownPieces(100_000, 16_000, 99_999)).toHaveLength(2);
  });
});

describe('a copied transcript', () => {
  it('has everything in it, and nothing that would be invisible where it is pasted', () => {
    const plan: TranscriptEntry = {
      type: 'plan',
      at,
      entries: [
        { content: 'Look', status: 'completed' },
        { content: 'Leap', status: 'pending' },
      ],
    };
    expect(transcriptAsText(entriesOf(message('Hi\u202e'), tool, plan))).toBe(
      [
        'Hi⟨U+202E⟩',
        '',
        'Run the tests (execute, completed)',
        '$ npm test -- --grep needle',
        'test/needle.test.ts',
        'src/needle.ts',
        '-hay',
        '+needle',
        'a needle',
        'and a Needle',
        '',
        'Plan:',
        '[x] Look',
        '[ ] Leap',
      ].join('\n'),
    );
  });
});
