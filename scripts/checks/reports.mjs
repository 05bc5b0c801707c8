import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { project } from '../setup/project.mjs';

/** @typedef {import('./counts.mjs').Outcome} Outcome */

/** What vitest's JSON report says. */
export function vitestOutcome(/** @type {string} */ file) {
  return read(
    file,
    ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => {
      // A file that could not even be loaded has no tests to count.
      const unloaded = testResults.filter(isUnloaded);
      return {
        passed: numPassedTests,
        failed: numFailedTests + unloaded.length,
        skipped: numPendingTests + numTodoTests,
        failures: [
          ...unloaded.map(({ name, message }) => failure(name, '', message)),
          ...testResults.flatMap(({ name, assertionResults }) =>
            assertionResults
              .filter(({ status }) => status === 'failed')
              .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages[0])),
          ),
        ],
      };
    },
  );
}

/** What Playwright's JSON report says. */
export function playwrightOutcome(/** @type {string} */ file) {
  return read(file, ({ config, stats, errors, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message }) => failure(config.rootDir, '', message)),
      ...suites
        .flatMap(specsOf)
        .filter(({ ok }) => !ok)
        .map(({ file, title, tests }) =>
          failure(
            path.join(config.rootDir, file),
            title,
            tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
          ),
        ),
    ],
  }));
}

/** @returns {any[]} */
function specsOf(/** @type {any} */ { specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** @returns {string} One line. */
function failure(/** @type {string} */ file, /** @type {string} */ title, reason = '') {
  const [line = ''] = stripVTControlCharacters(reason).split('\n', 1);
  return [path.relative(project, file), title, line].filter((part) => part !== '').join(' › ');
}

/**
 * @param {string} file
 * @param {(report: any) => Outcome} outcomeOf
 * @returns {Outcome | null} null without a report
 */
function read(file, outcomeOf) {
  try {
    return outcomeOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function isUnloaded(/** @type {{ status: string, assertionResults: unknown[] }} */ file) {
  return file.status === 'failed' && file.assertionResults.length === 0;
}
