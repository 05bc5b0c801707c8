import { fullBuild, lint, playwright, types, vitest } from './checks/checks.mjs';
import { countOf, inWords, sum } from './checks/counts.mjs';
import { main, SetupFailed, seconds } from './setup/progress.mjs';
import { setUp } from './setup/setup.mjs';

const VITEST_PARTS = ['unit', 'contract', 'races', 'model', 'crash', 'loops'];
const PARTS = [...VITEST_PARTS, 'e2e'];

await main(async () => {
  const parts = chosen(process.argv.slice(2));
  const isAll = parts.length === 0;
  // When everything is run, the build is one of the checks, and its failure does not hide the others.
  const { env } = await setUp({ build: !isAll }).catch(withoutChecks);
  return report(isAll ? allChecks(env) : checksOf(parts, env));
});

function allChecks(/** @type {NodeJS.ProcessEnv} */ env) {
  return [lint(env), types(env), fullBuild(), vitest([], env), playwright(env)];
}

/**
 * @param {readonly string[]} parts
 * @param {NodeJS.ProcessEnv} env
 */
function checksOf(parts, env) {
  const vitestParts = parts.filter((part) => VITEST_PARTS.includes(part));
  return [
    ...(vitestParts.length > 0 ? [vitest(vitestParts, env)] : []),
    ...(parts.includes('e2e') ? [playwright(env)] : []),
  ];
}

/** Runs all of them, whatever fails, names what did where it is looked for, and ends with the one line that tools read. */
async function report(/** @type {import('./checks/checks.mjs').Check[]} */ checks) {
  const results = [];
  for (const { name, run } of checks) {
    console.log(`\n── ${name}`);
    const startedAt = Date.now();
    const outcome = await run().catch(reported);
    const line = `${name}: ${inWords(outcome)} (${seconds(startedAt)})`;
    results.push({ outcome, line: [line, ...outcome.failures].join('\n  failed: ') });
  }
  const total = sum(results.map(({ outcome }) => outcome));
  console.log(`\n── all\n${results.map(({ line }) => line).join('\n')}\n\n${inWords(total)}`);
  return total.failed === 0 ? 0 : 1;
}

/**
 * Tools that read the last line find it after a failed set-up too.
 *
 * @returns {never}
 */
function withoutChecks(/** @type {unknown} */ error) {
  process.once('exit', () => console.log(`\n${inWords(countOf(false))}`));
  throw error;
}

/** A check that could not be run at all, such as for want of a display, has failed like any other. */
function reported(/** @type {unknown} */ error) {
  if (!(error instanceof SetupFailed)) throw error;
  console.error(`${error.message}\nNext step: ${error.nextStep}`);
  return countOf(false);
}

function chosen(/** @type {string[]} */ parts) {
  const unknown = parts.find((part) => !PARTS.includes(part));
  if (unknown === undefined) return parts;
  throw new SetupFailed(`There is no part "${unknown}".`, `choose from ${PARTS.join(', ')}`);
}
