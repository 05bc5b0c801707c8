import { readFileSync } from 'node:fs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/** What vitest's JSON report counts. */
export function vitestCounts(/** @type {string} */ file) {
  return read(file, (report) => ({
    passed: report.numPassedTests,
    // A file that could not even be loaded has no tests to count.
    failed: report.numFailedTests + report.testResults.filter(isUnloaded).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }));
}

/** What Playwright's JSON report counts. */
export function playwrightCounts(/** @type {string} */ file) {
  return read(file, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }));
}

/**
 * @param {string} file
 * @param {(report: any) => Counts} count
 * @returns {Counts | null} null without a report
 */
function read(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function isUnloaded(/** @type {{ status: string, assertionResults: unknown[] }} */ file) {
  return file.status === 'failed' && file.assertionResults.length === 0;
}
