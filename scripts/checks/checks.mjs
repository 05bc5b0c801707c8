import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from '../setup/build.mjs';
import { chromiumExecutable } from '../setup/chromium.mjs';
import { displayPrefix } from '../setup/display.mjs';
import { pinnedNode, project, tool } from '../setup/project.mjs';
import { runCommand } from '../setup/run-command.mjs';
import { countOf } from './counts.mjs';
import { playwrightOutcome, vitestOutcome } from './reports.mjs';

/**
 * @typedef {import('./counts.mjs').Outcome} Outcome
 * @typedef {{ name: string, run: () => Promise<Outcome> }} Check
 */

/** A runner that hangs must not take the report of the others with it. */
const LIMIT_MS = 40 * 60 * 1000;
const REPORTS = path.join(project, 'out', 'reports');

/** @returns {Check} */
export function lint(/** @type {NodeJS.ProcessEnv} */ env) {
  const args = [tool('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'];
  return { name: 'lint', run: async () => countOf((await runNode(args, env)) === 0) };
}

/** @returns {Check} */
export function types(/** @type {NodeJS.ProcessEnv} */ env) {
  return {
    name: 'types',
    run: async () => {
      let isGood = true;
      for (const name of readdirSync(project).filter((file) => /^tsconfig.*\.json$/.test(file))) {
        const code = await runNode([tool('typescript', 'tsc'), '--noEmit', '-p', name], env);
        isGood &&= code === 0;
      }
      return countOf(isGood);
    },
  };
}

/** @returns {Check} */
export function fullBuild() {
  return { name: 'build', run: async () => countOf((await build({ show: true })).code === 0) };
}

/**
 * @param {readonly string[]} parts none for all
 * @param {NodeJS.ProcessEnv} env
 * @returns {Check}
 */
export function vitest(parts, env) {
  return {
    name: ['tests', ...parts].join(' '),
    run: async () => {
      const report = emptyReport('vitest.json');
      const code = await runNode(
        [
          tool('vitest', 'vitest'),
          'run',
          ...parts.map((part) => `test/${part}/`),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        env,
      );
      return judged(vitestOutcome(report), code);
    },
  };
}

/** @returns {Check} */
export function playwright(/** @type {NodeJS.ProcessEnv} */ env) {
  return {
    name: 'tests e2e',
    run: async () => {
      const report = emptyReport('playwright.json');
      const code = await runNode(
        [tool('@playwright/test', 'playwright'), 'test', '--reporter=list,json'],
        {
          ...env,
          FLEETBOARD_CHROMIUM: await chromiumExecutable(),
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        },
        await displayPrefix(),
      );
      return judged(playwrightOutcome(report), code);
    },
  };
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} [prefix]
 */
async function runNode(args, env, prefix = []) {
  const [command = pinnedNode, ...all] = [...prefix, pinnedNode, ...args];
  const { code } = await runCommand(command, all, {
    cwd: project,
    env,
    show: true,
    limitMs: LIMIT_MS,
  });
  return code;
}

/** Without the one of an earlier run, which would speak for a runner that crashed. */
function emptyReport(/** @type {string} */ name) {
  const report = path.join(REPORTS, name);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report, { force: true });
  return report;
}

/**
 * A runner that left no report, ran no test, or failed without a failed test has failed as a whole.
 *
 * @param {Outcome | null} outcome
 * @param {number} code
 * @returns {Outcome}
 */
function judged(outcome, code) {
  if (outcome === null) {
    console.error(`The runner ended (exit code ${code}) without a report.`);
    return countOf(false);
  }
  if (outcome.failed > 0) return outcome;
  if (outcome.passed === 0) console.error('No test was run.');
  else if (code !== 0) console.error(`No test failed, but the runner did (exit code ${code}).`);
  else return outcome;
  return { ...outcome, failed: 1 };
}
