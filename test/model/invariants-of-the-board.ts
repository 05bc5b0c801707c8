import assert from 'node:assert';
import type { Invariants } from './taken.ts';

/** What clients of the board rely on. */
export const INVARIANTS_OF_THE_BOARD: Invariants = {
  'each changed row has a board revision of its own, newer than all before; nothing else moves the board'(
    taken,
  ) {
    const { before, after } = taken.moment;
    const revisions = taken.changed.map(({ is }) => Number(is.revision));
    for (const revision of revisions) {
      assert.ok(revision > before.boardRevision && revision <= after.boardRevision);
    }
    assert.equal(new Set(revisions).size, revisions.length);
    assert.equal(after.boardRevision, Math.max(before.boardRevision, ...revisions));
  },

  'no row goes away'({ moment }) {
    assert.ok(moment.after.tasks.length >= moment.before.tasks.length);
  },
};
