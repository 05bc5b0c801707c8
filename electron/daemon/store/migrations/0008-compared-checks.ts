import type { Migration } from './migration.ts';

const eitherOf = (column: string, values: readonly string[]) =>
  `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`;
const noneOf = (column: string, values: readonly string[]) =>
  `${column} NOT IN (${values.map((value) => `'${value}'`).join(', ')})`;
const comparedWithEither = (column: string, values: readonly string[]) =>
  `(${values.map((value) => `${column} = '${value}'`).join(' OR ')})`;
const comparedWithAll = (column: string, values: readonly string[]) =>
  `(${values.map((value) => `${column} <> '${value}'`).join(' AND ')})`;

const AT_WORK = ['claimed', 'running', 'held'];
const SETTLED = ['done', 'failed', 'blocked', 'cancelled'];
const STATUSES = ['queued', ...AT_WORK, ...SETTLED];
const KINDS = ['send', 'spawn', 'attempt'];
const SESSION_STATES = ['starting', 'working', 'awaiting', 'idle', 'disconnected', 'ended'];

const reworded = (table: string, from: string, to: string) =>
  `UPDATE sqlite_schema SET sql = replace(sql, '${quoted(from)}', '${quoted(to)}')
   WHERE type = 'table' AND name = '${table}';`;

/**
 * The CHECKs that every transition passes say the same with comparisons: for a list of more than two values SQLite
 * fills a table of its own in each statement, which was a twelfth of a task's whole time.
 *
 * What a row may be is what it was, so the rows stay untouched, and it does no harm that another process goes by the
 * older words until it reads the schema again.
 */
export const comparedChecks: Migration = {
  version: 8,
  name: 'compared-checks',
  editsSchema: true,
  sql: `
    PRAGMA writable_schema = ON;
    ${[
      [noneOf('status', AT_WORK), comparedWithAll('status', AT_WORK)],
      [eitherOf('status', SETTLED), comparedWithEither('status', SETTLED)],
      [eitherOf('status', STATUSES), comparedWithEither('status', STATUSES)],
      [eitherOf('kind', KINDS), comparedWithEither('kind', KINDS)],
    ]
      .map(([from = '', to = '']) => reworded('dispatch_tasks', from, to))
      .join('\n')}
    ${reworded('sessions', eitherOf('state', SESSION_STATES), comparedWithEither('state', SESSION_STATES))}
    PRAGMA writable_schema = RESET;
  `,
};

function quoted(text: string): string {
  return text.replaceAll("'", "''");
}
