import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyDeltas, type Board, EMPTY_BOARD } from '../../renderer/src/state/board.ts';
import { BoardReader } from '../../renderer/src/state/board-reader.ts';
import type { Card } from '../../shared/board.ts';
import type { BoardDelta } from '../../shared/board-delta.ts';
import type { CallResult } from '../../shared/contract.ts';
import { cardRow, deltaOf } from '../helpers/board-rows.ts';

const PAGE_ROWS = 2;

/** A daemon's side of the board: rows with revisions, read in pages, pushed as they change. */
class BoardSource {
  readonly #rows = new Map<string, Card>();
  revision = 0;

  change(id: string): BoardDelta {
    const since = this.revision;
    this.revision += 1;
    const row = cardRow({ id, revision: this.revision, title: `${id} at ${this.revision}` });
    this.#rows.set(id, row);
    return deltaOf(since, this.revision, { cards: [row] });
  }

  read(since: number): CallResult<'board.changes'> {
    const changed = this.rows.filter((row) => row.revision > since);
    const cards = changed.slice(0, PAGE_ROWS);
    const more = changed.length > PAGE_ROWS;
    const revision = more ? (cards.at(-1)?.revision ?? since) : this.revision;
    return { ok: true, value: deltaOf(since, revision, { cards, more }) };
  }

  get rows(): Card[] {
    return [...this.#rows.values()].sort((a, b) => a.revision - b.revision);
  }
}

/** What a daemon says first of a board that is too large to be said at once. */
function topOf(source: BoardSource): CallResult<'board.first'> {
  return { ok: true, value: deltaOf(0, 0, { cards: source.rows.slice(-1), more: true }) };
}

function readerOf(
  read: (since: number) => Promise<CallResult<'board.changes'>>,
  readFirst: () => Promise<CallResult<'board.first'>> = () => read(0),
  painted: () => Promise<void> = async () => {},
) {
  const seen: { board: Board; taken: BoardDelta[]; caughtUp: number; failures: number } = {
    board: EMPTY_BOARD,
    taken: [],
    caughtUp: 0,
    failures: 0,
  };
  const reader = new BoardReader({
    read,
    readFirst,
    painted,
    take(delta) {
      seen.taken.push(delta);
      seen.board = applyDeltas(seen.board, [delta]);
    },
    caughtUp: () => {
      seen.caughtUp += 1;
    },
    failed: () => {
      seen.failures += 1;
    },
  });
  return { reader, seen };
}

describe('the board of a window', () => {
  afterEach(() => vi.useRealTimers());

  it('has every row after a snapshot of several pages', async () => {
    const source = new BoardSource();
    for (const id of ['a', 'b', 'c', 'd', 'e']) source.change(id);
    const { reader, seen } = readerOf(async (since) => source.read(since));
    await reader.catchUp();
    expect([...seen.board.cards.values()].map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(seen.board.revision).toBe(5);
    expect(seen.caughtUp).toBe(1);
  });

  it('shows what stands at the top before the rest of a large board, and asks for it once', async () => {
    const source = new BoardSource();
    for (const id of ['oldest', 'b', 'c', 'd', 'newest']) source.change(id);
    const readFirst = vi.fn(async () => topOf(source));
    const { reader, seen } = readerOf(async (since) => source.read(since), readFirst);
    await reader.catchUp();
    expect(seen.taken[0]?.cards.map(({ id }) => id)).toEqual(['newest']);
    expect([...seen.board.cards.values()].map(({ id }) => id).sort()).toEqual(
      ['oldest', 'b', 'c', 'd', 'newest'].sort(),
    );
    source.change('e');
    await reader.catchUp();
    expect(readFirst).toHaveBeenCalledTimes(1);
  });

  it('takes a small board with what it asks for first, and asks for no more', async () => {
    const source = new BoardSource();
    source.change('a');
    const read = vi.fn(async (since: number) => source.read(since));
    const { reader, seen } = readerOf(read, async () => source.read(0));
    await reader.catchUp();
    expect([...seen.board.cards.values()].map(({ id }) => id)).toEqual(['a']);
    expect(read).not.toHaveBeenCalled();
  });

  it('loses nothing that is pushed while the top of a large board is read and painted', async () => {
    const source = new BoardSource();
    for (const id of ['a', 'b', 'c', 'd']) source.change(id);
    const { reader, seen } = readerOf(
      async (since) => source.read(since),
      async () => {
        const top = topOf(source);
        reader.receive(source.change('d'));
        return top;
      },
    );
    await reader.catchUp();
    expect(seen.board.cards.get('d')?.title).toBe('d at 5');
    expect(seen.board.revision).toBe(5);
  });

  it('reads the rest of a large board only once its top is painted', async () => {
    const source = new BoardSource();
    for (const id of ['a', 'b', 'c']) source.change(id);
    const read = vi.fn(async (since: number) => source.read(since));
    let paint = () => {};
    const painted = new Promise<void>((resolve) => {
      paint = resolve;
    });
    const { reader, seen } = readerOf(
      read,
      async () => topOf(source),
      () => painted,
    );
    const reading = reader.catchUp();
    await vi.waitFor(() => expect(seen.taken).toHaveLength(1));
    expect(read).not.toHaveBeenCalled();
    paint();
    await reading;
    expect(seen.board.cards.size).toBe(3);
  });

  it('takes a push that follows on what it has, without asking', async () => {
    const source = new BoardSource();
    const read = vi.fn(async (since: number) => source.read(since));
    const { reader, seen } = readerOf(read);
    await reader.catchUp();
    reader.receive(source.change('a'));
    expect(read).toHaveBeenCalledTimes(1);
    expect(seen.board.cards.get('a')?.title).toBe('a at 1');
  });

  it('asks for what is missing when a push does not follow', async () => {
    const source = new BoardSource();
    const { reader, seen } = readerOf(async (since) => source.read(since));
    await reader.catchUp();
    source.change('lost');
    reader.receive(source.change('b'));
    await vi.waitFor(() =>
      expect([...seen.board.cards.values()].map(({ id }) => id)).toEqual(['lost', 'b']),
    );
    expect(seen.taken.map(({ since, revision }) => [since, revision])).toEqual([
      [0, 0],
      [0, 2],
    ]);
  });

  it('takes a change once when a push repeats what a page had', async () => {
    const source = new BoardSource();
    const push = source.change('a');
    const { reader, seen } = readerOf(async (since) => source.read(since));
    await reader.catchUp();
    reader.receive(push);
    expect(seen.taken).toHaveLength(1);
  });

  it('loses nothing that is pushed while a page is being read', async () => {
    const source = new BoardSource();
    source.change('a');
    let answer = (_: CallResult<'board.changes'>) => {};
    const { reader, seen } = readerOf(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const read = reader.catchUp();
    const page = source.read(0);
    reader.receive(source.change('b'));
    reader.receive(source.change('a'));
    answer(page);
    await read;
    expect(seen.board.cards.get('a')?.title).toBe('a at 3');
    expect(seen.board.cards.has('b')).toBe(true);
  });

  it('says that it could not read, and tries again by itself', async () => {
    vi.useFakeTimers();
    const source = new BoardSource();
    source.change('a');
    const problem = { code: 'x', message: 'x', nextStep: 'x' };
    let isBroken = true;
    const { reader, seen } = readerOf(async (since) =>
      isBroken ? { ok: false, problem } : source.read(since),
    );
    await reader.catchUp();
    expect(seen.failures).toBe(1);
    isBroken = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.board.cards.has('a')).toBe(true);
  });

  it('never runs a row backwards', () => {
    const newer = cardRow({ id: 'a', revision: 7, title: 'newer' });
    const older = cardRow({ id: 'a', revision: 5, title: 'older' });
    const board = applyDeltas(EMPTY_BOARD, [
      deltaOf(0, 7, { cards: [newer] }),
      deltaOf(0, 5, { cards: [older] }),
    ]);
    expect(board.cards.get('a')?.title).toBe('newer');
    expect(board.revision).toBe(7);
  });

  it('ends with the same rows as the daemon, whichever pushes are lost or late', async () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      fate: fc.constantFrom('delivered', 'lost', 'late'),
      pause: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const source = new BoardSource();
        const { reader, seen } = readerOf(async (since) => {
          await Promise.resolve();
          return source.read(since);
        });
        void reader.catchUp();
        const late: BoardDelta[] = [];
        for (const { id, fate, pause } of steps) {
          const push = source.change(id);
          if (fate === 'delivered') reader.receive(push);
          if (fate === 'late') late.push(push);
          if (pause) await new Promise(setImmediate);
        }
        for (const push of late) reader.receive(push);
        reader.receive(source.change('last'));
        await vi.waitFor(() => expect(seen.board.revision).toBe(source.revision), { interval: 1 });
        const rows = [...seen.board.cards.values()].sort((a, b) => a.revision - b.revision);
        expect(rows).toEqual(source.rows);
        const revisions = seen.taken.map((delta) => delta.revision);
        expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });
});
