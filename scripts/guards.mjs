import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GUARDS_OF_CLAIMING } from './guards/claiming.mjs';
import { GUARDS_OF_THE_DATABASE } from './guards/database.mjs';
import { GUARDS_OF_ENDING } from './guards/ending.mjs';
import { ACCOUNTS, GuardNotFound, MODEL, withoutGuard } from './guards/guard.mjs';
import { GUARDS_OF_HOLDING } from './guards/holding.mjs';
import { GUARDS_OF_PULLS } from './guards/pulls.mjs';
import { GUARDS_OF_QUESTIONS } from './guards/questions.mjs';
import { GUARDS_OF_RUNS } from './guards/runs.mjs';
import { GUARDS_OF_TAKING_AWAY } from './guards/taking-away.mjs';
import { TreeCopy } from './guards/tree-copy.mjs';
import { verdictOf } from './guards/verdict.mjs';
import { main, SetupFailed, seconds } from './setup/progress.mjs';
import { project } from './setup/project.mjs';
import { setUp } from './setup/setup.mjs';

/** @typedef {import('./guards/verdict.mjs').Verdict} Verdict */
/** @typedef {import('./guards/guard.mjs').Guard} Guard */

const GUARDS = [
  ...GUARDS_OF_CLAIMING,
  ...GUARDS_OF_ENDING,
  ...GUARDS_OF_TAKING_AWAY,
  ...GUARDS_OF_HOLDING,
  ...GUARDS_OF_QUESTIONS,
  ...GUARDS_OF_THE_DATABASE,
  ...GUARDS_OF_RUNS,
  ...GUARDS_OF_PULLS,
];
const COPIES = 2;

/** Takes out one guard of the transition table after the other, in copies of the tree, and expects its tests to fail. */
await main(async () => {
  const guards = chosen(process.argv.slice(2));
  await setUp({ build: false });
  const startedAt = Date.now();
  expectFound(guards);
  const copies = Array.from({ length: COPIES }, () => new TreeCopy());
  await expectGreen(copies, guards);
  return report(await judge(copies, guards), startedAt);
});

/** A table that no longer names what is in the code proves nothing: all that has drifted is named at once. */
function expectFound(/** @type {readonly Guard[]} */ guards) {
  const lost = guards.flatMap((guard) => {
    try {
      withoutGuard(guard, readFileSync(path.join(project, guard.file), 'utf8'));
      return [];
    } catch (error) {
      if (error instanceof GuardNotFound) return [error.message];
      throw error;
    }
  });
  if (lost.length === 0) return;
  throw new SetupFailed(
    `The table does not fit the code:\n${lost.join('\n')}`,
    'bring scripts/guards/ up to date with the change',
  );
}

/** A guard whose tests fail with it proves nothing. */
async function expectGreen(
  /** @type {readonly TreeCopy[]} */ copies,
  /** @type {readonly Guard[]} */ guards,
) {
  const kinds = new Set(guards.map(({ tests }) => tests));
  await eachOn(copies, [...kinds], async (copy, tests) => {
    const { code, output } = await copy.run(tests);
    if (code === 0) return;
    console.error(output);
    throw new SetupFailed('Tests fail with all guards in place.', 'make them pass first');
  });
}

/**
 * @param {readonly TreeCopy[]} copies
 * @param {readonly Guard[]} guards
 */
async function judge(copies, guards) {
  /** @type {Verdict[]} */
  const verdicts = [];
  await eachOn(copies, guards, async (copy, guard) => {
    const startedAt = Date.now();
    const verdict = verdictOf(guard, await copy.runWithout(guard));
    verdicts.push(verdict);
    const line = [
      verdict.word.padEnd(9),
      guard.name.padEnd(54),
      seconds(startedAt).padStart(7),
      testsInWords(guard),
    ];
    console.log(line.join(' '));
  });
  return verdicts;
}

/**
 * Works off the list, one item at a time on each copy.
 *
 * @template Item
 * @param {readonly TreeCopy[]} copies
 * @param {readonly Item[]} items
 * @param {(copy: TreeCopy, item: Item) => Promise<void>} work
 */
async function eachOn(copies, items, work) {
  const waiting = [...items];
  await Promise.all(
    copies.map(async (copy) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        await work(copy, item);
      }
    }),
  );
}

function testsInWords(/** @type {Guard} */ { tests }) {
  if (tests === MODEL) return 'model';
  return tests === ACCOUNTS ? 'contract (accounts)' : tests.join(' ');
}

/**
 * @param {readonly Verdict[]} verdicts
 * @param {number} startedAt
 */
function report(verdicts, startedAt) {
  const bad = verdicts.filter(({ isExpected }) => !isExpected);
  for (const { guard, word, why } of bad) {
    console.log(`\n${word}: ${guard.name} (${guard.file})\n${why}`);
  }
  const redundant = verdicts.filter(({ guard, isExpected }) => isExpected && guard.redundant);
  for (const { guard } of redundant)
    console.log(`\nredundant: ${guard.name}\n  ${guard.redundant}`);
  const red = verdicts.filter(({ word }) => word === 'red').length;
  console.log(
    `\n${verdicts.length - redundant.length} guards, ${red} red` +
      ` (${redundant.length} more are redundant; ${seconds(startedAt)})`,
  );
  return bad.length === 0 ? 0 : 1;
}

function chosen(/** @type {readonly string[]} */ words) {
  const guards = GUARDS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  if (guards.length > 0) return guards;
  throw new SetupFailed(`None of the guards is called so.`, 'name a part of its name');
}
