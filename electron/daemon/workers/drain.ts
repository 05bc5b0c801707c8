import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Silence after which an output that is still open counts as read: somebody else holds it. */
const QUIET_MS = 100;
/** On a machine that is short of processor time, one silent spell may only mean that nobody got to read. */
const QUIET_SPELLS = 2;
const LONGEST_MS = 2_000;

/**
 * Waits until what a process printed before its exit has been read. `ended` resolves at the end of its output, which
 * never comes while a grandchild holds the pipe; `progress` is a number that grows with everything that is read.
 */
export async function drain(ended: Promise<unknown>, progress: () => number): Promise<void> {
  const isOver = ended.then(() => true);
  const startedAt = performance.now();
  let quietSpells = 0;
  while (quietSpells < QUIET_SPELLS && performance.now() - startedAt < LONGEST_MS) {
    const before = progress();
    if (await Promise.race([isOver, pause(QUIET_MS, false)])) return;
    // A timer that was late may run before what had long been there to read.
    await nextTurn();
    quietSpells = progress() === before ? quietSpells + 1 : 0;
  }
}
