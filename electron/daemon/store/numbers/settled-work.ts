import type { Period } from '../../../../shared/numbers-period.ts';
import type { Cost } from '../../../../shared/runs.ts';
import { taskStatusSchema } from '../../../../shared/tasks.ts';
import type { Connection } from '../connection.ts';
import { parkedMsOf, type TaskRow } from '../tasks/task-row.ts';
import type { SettledWork } from './numbers-tally.ts';
import type { Revised, SliceBounds } from './read-back.ts';
import { type ClosedQuestion, waitedOnAnswers } from './waited-on-answers.ts';

type WorkRow = Revised &
  Pick<
    TaskRow,
    | 'id'
    | 'account_id'
    | 'project_id'
    | 'kind'
    | 'provider'
    | 'status'
    | 'started_at'
    | 'settled_at'
    | 'parked_ms'
    | 'parked_since'
  > & {
    /** Null where it is no attempt of a run. */
    run_id: string | null;
    checked_at: number | null;
    cost_amount: number | null;
    cost_currency: string | null;
  };

/**
 * Tasks by their last change, and what settled of each within the period. The account is compared here: in SQL, rows of
 * others would make a slice longer. To be called inside a read.
 */
export function settledWork(
  connection: Connection,
  accountId: string,
  { startAt, endAt }: Period,
  { before, limit }: SliceBounds,
): readonly (Revised & { readonly work: SettledWork | null })[] {
  const rows = connection.all<WorkRow>(
    `SELECT task.revision, task.updated_at AS updatedAt, task.id, task.account_id, task.project_id, task.kind,
            task.provider, task.status, task.started_at, task.settled_at, task.parked_ms, task.parked_since,
            attempt.run_id, attempt.checked_at, attempt.cost_amount, attempt.cost_currency
     FROM dispatch_tasks AS task
     LEFT JOIN run_attempts AS attempt ON task.kind = 'attempt' AND attempt.task_id = task.id
     WHERE task.revision < @before ORDER BY task.revision DESC LIMIT @limit`,
    { before, limit },
  );
  const isCounted = ({ account_id: account, settled_at: at }: WorkRow) =>
    account === accountId && at !== null && at >= startAt && at < endAt;
  const ids = JSON.stringify(rows.filter(isCounted).map(({ id }) => id));
  const questions = questionsOf(connection, ids);
  const costs = costsOf(connection, ids);
  return rows.map((row) => ({
    revision: row.revision,
    updatedAt: row.updatedAt,
    work: isCounted(row)
      ? workFromRow(row, questions.get(row.id) ?? [], costs.get(row.id) ?? [])
      : null,
  }));
}

function workFromRow(
  row: WorkRow,
  questions: readonly ClosedQuestion[],
  costsOutsideRuns: readonly Cost[],
): SettledWork | null {
  const { settled_at: settledAt, started_at: startedAt } = row;
  if (settledAt === null) return null;
  const { cost_amount: amount, cost_currency: currency } = row;
  return {
    isOfRun: row.run_id !== null,
    status: taskStatusSchema.parse(row.status),
    agent: row.provider ?? '',
    projectId: row.project_id,
    startedAt,
    settledAt,
    checkedAt: row.checked_at,
    // Only attempts are held, and their questions hold them: what parked them is added up in their row.
    waitedMs:
      row.kind === 'attempt'
        ? parkedMsOf(row)
        : waitedOnAnswers(questions, startedAt ?? settledAt, settledAt),
    costs: amount === null || currency === null ? costsOutsideRuns : [{ amount, currency }],
  };
}

function questionsOf(connection: Connection, ids: string) {
  return byTask(
    connection.all<ClosedQuestion & OfTask>(
      `SELECT task_id AS taskId, asked_at AS askedAt, closed_at AS closedAt FROM approvals
       WHERE task_id IN (SELECT value FROM json_each(@ids)) AND closed_at IS NOT NULL`,
      { ids },
    ),
  );
}

function costsOf(connection: Connection, ids: string) {
  return byTask(
    connection.all<Cost & OfTask>(
      `SELECT task_id AS taskId, amount, currency FROM task_costs
       WHERE task_id IN (SELECT value FROM json_each(@ids))`,
      { ids },
    ),
  );
}

interface OfTask {
  readonly taskId: string;
}

function byTask<Row extends OfTask>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const grouped = new Map<string, Row[]>();
  for (const row of rows) grouped.set(row.taskId, [...(grouped.get(row.taskId) ?? []), row]);
  return grouped;
}
