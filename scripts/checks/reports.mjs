import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { project } from '../setup/project.mjs';

/**
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {import('./counts.mjs').Outcome} Outcome
 */

/** What vitest's JSON report says. */
export function vitestOutcome(/** @type {string} */ file) {
  return read(
    file,
    ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => ({
      passed: numPassedTests,
      // A file that could not even be loaded has no tests to count.
      failed: numFailedTests + testResults.filter(isUnloaded).length,
      skipped: numPendingTests + numTodoTests,
    }),
    ({ testResults }) => [
      ...testResults.filter(isUnloaded).map(({ name, message }) => failure(name, '', message)),
      ...testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages[0])),
      ),
    ],
  );
}

/** What Playwright's JSON report says. */
export function playwrightOutcome(/** @type {string} */ file) {
  return read(
    file,
    ({ stats, errors }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      skipped: stats.skipped,
    }),
    ({ config, errors, suites }) => [
      ...errors.map(({ message }) => failure(config.rootDir, '', message)),
      ...suites
        .flatMap(specsOf)
        .filter(({ ok }) => !ok)
        .map(({ file: spec, title, tests }) => {
          const results = tests.flatMap((test) => test.results);
          const reason = results.find(({ error }) => error)?.error.message;
          return failure(path.join(config.rootDir, spec), title, reason);
        }),
    ],
  );
}

/** @returns {any[]} */
function specsOf(/** @type {any} */ { specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** @returns {string} One line. */
function failure(
  /** @type {string} */ file,
  /** @type {string} */ title,
  /** @type {unknown} */ reason,
) {
  const [line = ''] = stripVTControlCharacters(String(reason ?? '')).split('\n', 1);
  return [path.relative(project, file), title, line].filter((part) => part !== '').join(' › ');
}

/**
 * @param {string} file
 * @param {(report: any) => Counts} count
 * @param {(report: any) => string[]} nameFailures
 * @returns {Outcome | null} null without a report
 */
function read(file, count, nameFailures) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return { ...count(report), failures: namesOrNone(() => nameFailures(report)) };
  } catch {
    return null;
  }
}

/** What is counted stands, whatever a runner writes about it. */
function namesOrNone(/** @type {() => readonly string[]} */ name) {
  try {
    return name();
  } catch {
    return [];
  }
}

function isUnloaded(/** @type {{ status: string, assertionResults: unknown[] }} */ file) {
  return file.status === 'failed' && file.assertionResults.length === 0;
}
