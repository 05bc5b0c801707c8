/**
 * A guard of the transition table, and how to take it out.
 *
 * @typedef {object} Guard
 * @property {string} name the method and what it insists on
 * @property {string} file
 * @property {string} within how the method (or the SQL) begins in that file
 * @property {readonly Edit[]} edits all of them together take the guard out
 * @property {readonly string[]} tests that must see it, as vitest is asked for them
 * @property {string} [redundant] why nothing can see that it is gone: another guard of the same transaction stands before it
 *
 * @typedef {string | readonly [text: string, instead: string]} Edit the exact text, and what stands there without the guard
 * @typedef {{ what: string, edits: readonly Edit[], tests?: readonly string[], redundant?: string }} Entry
 */

/** What vitest is asked to run. */
export const MODEL = ['test/model/one-by-one.test.ts'];
export const CONTRACT = [
  'test/contract/sqlite-task-store.test.ts',
  'test/contract/sqlite-waiting-and-board.test.ts',
];
/** Every history of the model is of one account; what keeps accounts apart is the contract suite's. */
export const ACCOUNTS = [...CONTRACT, '--testNamePattern=two accounts on one database'];

/** @typedef {{ (file: string, within: string, method: string, entries: readonly Entry[]): readonly Guard[] }} GuardsIn */

/** @type {GuardsIn} */
export function guardsIn(file, within, method, entries) {
  return entries.map(({ what, edits, tests = MODEL, redundant }) => ({
    name: `${method}: ${what}`,
    ...{ file, within, edits, tests },
    ...(redundant !== undefined && { redundant }),
  }));
}

/** The table and the code have drifted apart. */
export class GuardNotFound extends Error {
  /**
   * @param {Guard} guard
   * @param {string} text
   * @param {number} times
   */
  constructor({ name, file, within }, text, times) {
    super(
      `${name}: found ${times} times, expected once, in ${file} from "${within}" on:\n    ${text.trim()}`,
    );
    this.name = 'GuardNotFound';
  }
}

/**
 * The text of the file without the guard.
 *
 * @param {Guard} guard
 * @param {string} source
 * @throws {GuardNotFound} when any text is not there exactly once
 */
export function withoutGuard(guard, source) {
  const [before, region, after] = regionOf(guard, source);
  return before + guard.edits.reduce((text, edit) => edited(guard, text, edit), region) + after;
}

/**
 * @param {Guard} guard
 * @param {string} region
 * @param {Edit} edit
 */
function edited(guard, region, edit) {
  const [text, instead] = typeof edit === 'string' ? [edit, ''] : edit;
  const parts = region.split(text);
  if (parts.length !== 2) throw new GuardNotFound(guard, text, parts.length - 1);
  return parts.join(instead);
}

/** Instead of a call: takes its arguments, trailing comma and all, and does nothing with them. */
export const NOTHING_WITH = 'Array.of(';

/** For a guard that stands in several places, which are then taken out together. */
export const WHOLE_FILE = '';

/** Where the next method, function or constant begins. */
const NEXT = /\n(?= {4}async |async |function |export |const |\/\*\*)/g;

/**
 * @param {Guard} guard
 * @param {string} source
 */
function regionOf(guard, source) {
  if (guard.within === WHOLE_FILE) return /** @type {const} */ (['', source, '']);
  const parts = source.split(guard.within);
  if (parts.length !== 2) throw new GuardNotFound(guard, guard.within, parts.length - 1);
  const start = source.indexOf(guard.within);
  NEXT.lastIndex = start;
  const end = NEXT.exec(source)?.index ?? source.length;
  return /** @type {const} */ ([
    source.slice(0, start),
    source.slice(start, end),
    source.slice(end),
  ]);
}
