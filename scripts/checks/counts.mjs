/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {Counts & { failures: readonly string[] }} Outcome what failed, by name, with the reason; not all that fails has one
 */

/**
 * A check that has no tests of its own counts as one.
 *
 * @returns {Outcome}
 */
export function countOf(/** @type {boolean} */ isGood) {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0, failures: [] };
}

/** @returns {Counts} */
export function sum(/** @type {readonly Counts[]} */ all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of all) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

export function inWords(/** @type {Counts} */ { passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
