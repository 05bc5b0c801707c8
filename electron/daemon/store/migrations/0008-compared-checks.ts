import type { Migration } from './migration.ts';

const AT_WORK = ['claimed', 'running', 'held'];
const SETTLED = ['done', 'failed', 'blocked', 'cancelled'];
const STATUSES = ['queued', ...AT_WORK, ...SETTLED];
const KINDS = ['send', 'spawn', 'attempt'];
const SESSION_STATES = ['starting', 'working', 'awaiting', 'idle', 'disconnected', 'ended'];

interface Check {
  readonly table: string;
  readonly column: string;
  readonly operator: 'IN' | 'NOT IN';
  readonly values: readonly string[];
}

const CHECKS: readonly Check[] = [
  { table: 'dispatch_tasks', column: 'status', operator: 'NOT IN', values: AT_WORK },
  { table: 'dispatch_tasks', column: 'status', operator: 'IN', values: SETTLED },
  { table: 'dispatch_tasks', column: 'status', operator: 'IN', values: STATUSES },
  { table: 'dispatch_tasks', column: 'kind', operator: 'IN', values: KINDS },
  { table: 'sessions', column: 'state', operator: 'IN', values: SESSION_STATES },
];

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
    ${CHECKS.map(reworded).join('\n')}
    PRAGMA writable_schema = RESET;
  `,
};

function reworded({ table, column, operator, values }: Check): string {
  const texts = values.map(quoted);
  const [compares, joins] = operator === 'IN' ? ['=', ' OR '] : ['<>', ' AND '];
  const list = `${column} ${operator} (${texts.join(', ')})`;
  const comparisons = `(${texts.map((text) => `${column} ${compares} ${text}`).join(joins)})`;
  return `UPDATE sqlite_schema SET sql = replace(sql, ${quoted(list)}, ${quoted(comparisons)})
   WHERE type = 'table' AND name = ${quoted(table)};`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
