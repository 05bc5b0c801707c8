import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from './setup/build.mjs';
import { displayPrefix } from './setup/display.mjs';
import { main, SetupFailed } from './setup/progress.mjs';
import { pinnedNode, project, projectEnvironment } from './setup/project.mjs';
import { runCommand } from './setup/run-command.mjs';
import { setUp } from './setup/setup.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

const VITEST_PARTS = ['unit', 'contract', 'races', 'crash'];
const PARTS = [...VITEST_PARTS, 'e2e'];

await main(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) {
    throw new SetupFailed(`There is no part "${unknown.join('", "')}".`, `choose from ${PARTS.join(', ')}`);
  }
  const electron = await setUp();
  const reports = mkdtempSync(path.join(tmpdir(), 'fleetboard-reports-'));
  try {
    const counts = wanted.length === 0 ? [await lint(), await types(), await fullBuild()] : [];
    const vitestParts = VITEST_PARTS.filter((part) => wanted.length === 0 || wanted.includes(part));
    if (vitestParts.length > 0) counts.push(await vitest(vitestParts, reports));
    if (wanted.length === 0 || wanted.includes('e2e')) counts.push(await playwright(electron, reports));
    return conclude(counts);
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

const bin = (/** @type {string[]} */ ...parts) => path.join(project, 'node_modules', ...parts);

function lint() {
  return check('lint', path.join(bin('.bin'), 'biome'), ['check', '--error-on-warnings']);
}

function types() {
  return check('types', path.join(bin('.bin'), 'tsc'), ['--noEmit', '-p', 'tsconfig.json']);
}

/** @returns {Promise<Count>} */
async function fullBuild() {
  heading('build');
  const { code } = await build({ show: true });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** @returns {Promise<Count>} */
async function vitest(/** @type {string[]} */ parts, /** @type {string} */ reports) {
  heading(`tests: ${parts.join(', ')}`);
  const report = path.join(reports, 'vitest.json');
  await run(pinnedNode, [
    bin('vitest', 'vitest.mjs'),
    'run',
    ...parts.map((part) => `test/${part}/`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return counted(report, (result) => ({
    passed: result.numPassedTests,
    // A file that could not even be loaded has no tests to count.
    failed: result.numFailedTests + result.testResults.filter(failedToLoad).length,
    skipped: result.numPendingTests + result.numTodoTests,
  }));
}

/** @returns {Promise<Count>} */
async function playwright(/** @type {string} */ electron, /** @type {string} */ reports) {
  heading('tests: e2e');
  const report = path.join(reports, 'playwright.json');
  const [command = pinnedNode, ...args] = [
    ...(await displayPrefix()),
    pinnedNode,
    bin('@playwright', 'test', 'cli.js'),
    'test',
    '--reporter=list,json',
  ];
  await run(command, args, {
    FLEETBOARD_ELECTRON: electron,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  return counted(report, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }));
}

/** @returns {Promise<Count>} */
async function check(/** @type {string} */ name, /** @type {string} */ command, /** @type {string[]} */ args) {
  heading(name);
  const { code } = await run(command, args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

function run(/** @type {string} */ command, /** @type {string[]} */ args, extra = {}) {
  return runCommand(command, args, {
    cwd: project,
    env: { ...projectEnvironment(), ...extra },
    show: true,
  });
}

/**
 * A runner that left no report, or ran no test, has failed.
 *
 * @param {string} report
 * @param {(result: any) => Count} count
 * @returns {Count}
 */
function counted(report, count) {
  try {
    const counts = count(JSON.parse(readFileSync(report, 'utf8')));
    if (counts.passed + counts.failed > 0) return counts;
  } catch (error) {
    console.error(`no report: ${error instanceof Error ? error.message : error}`);
  }
  return { passed: 0, failed: 1, skipped: 0 };
}

function failedToLoad(/** @type {{ status: string, assertionResults: unknown[] }} */ file) {
  return file.status === 'failed' && file.assertionResults.length === 0;
}

function conclude(/** @type {Count[]} */ counts) {
  const sum = (/** @type {keyof Count} */ key) => counts.reduce((all, count) => all + count[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  return sum('failed') === 0 ? 0 : 1;
}

function heading(/** @type {string} */ name) {
  console.log(`\n── ${name}`);
}
