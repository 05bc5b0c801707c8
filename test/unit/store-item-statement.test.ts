import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../electron/daemon/store/connection.ts';
import { ItemStatement } from '../../electron/daemon/store/item-statement.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let connection: Connection;
beforeEach(() => {
  folder = temporaryFolder('item-statement');
  const database = new Database(path.join(folder.path, 'items.db'));
  // It is about what is written, not about the disk.
  database.pragma('synchronous = OFF');
  database.exec(`
    CREATE TABLE notes (id INTEGER PRIMARY KEY, place INTEGER, word TEXT, number INTEGER, at INTEGER)`);
  connection = new Connection(database);
});
afterEach(() => {
  connection.close();
  folder.remove();
});

const INSERT = new ItemStatement(
  ['word', 'number', 'at'],
  ({ item, rows, nth }) => `
    INSERT INTO notes (place, word, number, at)
    ${rows(`(SELECT coalesce(max(place), 0) + 1 FROM notes)${nth}, ${item.word}, ${item.number}, ${item.at}`)}
    RETURNING place, word, number, at`,
);

const MOVE = new ItemStatement(
  ['place', 'word'],
  ({ item, from }) => `
    UPDATE notes SET word = ${item.word} || @ending ${from} WHERE notes.place = ${item.place} RETURNING place, word`,
);

interface Note {
  readonly word: string | null;
  readonly number: number | null;
  readonly at: number;
}

const insert = (notes: readonly Note[]) =>
  connection.write(() => INSERT.all<{ place: number }>(connection, notes));
const emptied = () => connection.write(() => connection.run('DELETE FROM notes'));
const byPlace = (one: { place: number }, other: { place: number }) => one.place - other.place;

/** Few values, so that a column is often the same in all. */
const note: fc.Arbitrary<Note> = fc.record({
  word: fc.constantFrom('a', 'b', "it's", '{"json":1}', 'cut \ud83d', null),
  number: fc.constantFrom(0, -1, 7, null),
  at: fc.constantFrom(1_790_000_000_000, 1_790_000_000_001),
});

describe('one statement for many items', () => {
  it('writes what one statement for each would have written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(note, { maxLength: 6 }), async (notes) => {
        await emptied();
        const together = await insert(notes);
        await emptied();
        const alone = [];
        for (const one of notes) alone.push(...(await insert([one])));
        expect(together.sort(byPlace)).toEqual(alone);
      }),
      { numRuns: 300 },
    );
  });

  it('does nothing for none', async () => {
    expect(await insert([])).toEqual([]);
  });

  it('takes what differs from each, and what is the same from all, beside what it is given for all', async () => {
    await insert([1, 2, 3].map((number) => ({ word: 'old', number, at: 5 })));
    const moved = await connection.write(() =>
      MOVE.all<{ place: number }>(
        connection,
        [
          { place: 1, word: 'new' },
          { place: 3, word: 'new' },
        ],
        { ending: '!' },
      ),
    );
    expect(moved.sort(byPlace)).toEqual([
      { place: 1, word: 'new!' },
      { place: 3, word: 'new!' },
    ]);
    expect(
      await connection.read(() => connection.all('SELECT word FROM notes ORDER BY place')),
    ).toEqual([{ word: 'new!' }, { word: 'old' }, { word: 'new!' }]);
  });
});
