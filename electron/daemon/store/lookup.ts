import type { IdMatches, Nameable } from '../../../shared/lookup.ts';
import type { Connection } from './connection.ts';

const MOST_MATCHES = 10;

/** A run is written with its first attempt. */
const LAST_TASK_OF_RUN =
  '(SELECT task_id FROM run_attempts WHERE run_id = runs.id ORDER BY ordinal DESC LIMIT 1)';

const TABLES = {
  task: { table: 'dispatch_tasks', title: 'prompt', taskId: 'id', newest: 'created_at' },
  session: { table: 'sessions', title: 'title', taskId: 'task_id', newest: 'created_at' },
  approval: { table: 'approvals', title: 'title', taskId: 'task_id', newest: 'asked_at' },
  run: { table: 'runs', title: 'goal', taskId: LAST_TASK_OF_RUN, newest: 'created_at' },
} as const satisfies Record<Nameable, Record<string, string>>;

/** Above every character that an id can go on with. */
const LAST_CHARACTER = '\u{10FFFF}';
const TITLE_LENGTH = 100;

/** The rows whose id begins with the prefix, newest first. To be called inside a read. */
export function rowsByIdPrefix(
  connection: Connection,
  accountId: string,
  of: Nameable,
  prefix: string,
): IdMatches {
  const { table, title, taskId, newest } = TABLES[of];
  const among = prefix === '' ? '' : `AND id >= @prefix AND id < @prefix || '${LAST_CHARACTER}'`;
  const found = connection.all<{ id: string; title: string; taskId: string }>(
    `SELECT id, ${taskId} AS taskId, substr(trim(${title}), 1, ${TITLE_LENGTH}) AS title
     FROM ${table} WHERE account_id = @accountId ${among}
     ORDER BY ${newest} DESC, id DESC LIMIT @limit + 1`,
    { accountId, limit: MOST_MATCHES, ...(prefix !== '' && { prefix }) },
  );
  const matches = found.slice(0, MOST_MATCHES).map((row) => ({
    ...row,
    title: row.title.split('\n', 1)[0] ?? '',
  }));
  return { matches, more: found.length > MOST_MATCHES };
}
