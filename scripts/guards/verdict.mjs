/**
 * @typedef {object} Verdict
 * @property {import('./guard.mjs').Guard} guard
 * @property {'red' | 'survived' | 'redundant' | 'broken'} word
 * @property {boolean} isExpected
 * @property {string} why
 */

/** Code that cannot run proves nothing about the guard that it lacks. */
const CANNOT_RUN =
  /SqliteError: (near|no such|incomplete|unrecognized|ambiguous)|SyntaxError|PARSE_ERROR|ReferenceError|Missing named parameter|is not a function|No test files found/;

/**
 * @param {import('./guard.mjs').Guard} guard
 * @param {{ code: number, output: string }} run of its tests without it
 * @returns {Verdict}
 */
export function verdictOf(guard, { code, output }) {
  const { redundant } = guard;
  if (CANNOT_RUN.test(output) || (code !== 0 && !/Tests .*failed/.test(output))) {
    return { guard, word: 'broken', isExpected: false, why: output };
  }
  if (code === 0) {
    return redundant === undefined
      ? { guard, word: 'survived', isExpected: false, why: 'No test sees that it is gone.' }
      : { guard, word: 'redundant', isExpected: true, why: redundant };
  }
  return redundant === undefined
    ? { guard, word: 'red', isExpected: true, why: output }
    : { guard, word: 'red', isExpected: false, why: `It is listed as redundant: ${redundant}` };
}
