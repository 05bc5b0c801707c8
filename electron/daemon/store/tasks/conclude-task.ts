import type { TaskAction } from '../../../../shared/audit-words.ts';
import { expireQuestionsOfAll } from '../approvals/expire-questions.ts';
import { recordAudit, recordAudits } from '../audit.ts';
import type { Connection } from '../connection.ts';
import { concludeDelivery, type Ending, recordEvents } from '../events.ts';
import { keptResultSchema } from './kept-result.ts';
import type { TaskRow } from './task-row.ts';

/**
 * The choke point of every ending: what must be written with it, in its own transaction. `row` carries settled_at.
 *
 * @param asking Those that may have open questions, where that was found out already.
 */
export function concludeTasks(
  connection: Connection,
  endings: readonly Ending[],
  asking: readonly Ending[] = endings,
): void {
  expireQuestionsOfAll(connection, asking);
  recordAudits(connection, endings);
  for (const { row, at } of endings) {
    if (row.is_delivery === 1) concludeDelivery(connection, row, at);
  }
  recordEvents(
    connection,
    endings.filter(({ row }) => row.is_delivery !== 1 && row.kind !== 'attempt'),
  );
}

/** As `concludeTasks`, of one. */
export function concludeTask(
  connection: Connection,
  row: TaskRow,
  action: TaskAction,
  actor: string,
  detail: string,
  now: number,
): void {
  concludeTasks(connection, [{ row, action, actor, detail, at: now }]);
}

/** What a hold had kept of a finished turn stays readable when the attempt ends without an unhold. */
export const DIGEST_WITH_KEPT_RESULT = `coalesce(json_extract(kept_result, '$.digest'), result_digest)`;

export function recordUnappliedResult(
  connection: Connection,
  row: TaskRow,
  kept: string | null,
  actor: string,
  now: number,
): void {
  if (kept === null) return;
  const result = keptResultSchema.parse(JSON.parse(kept));
  recordAudit(
    connection,
    row,
    'dispatch.result_not_applied',
    actor,
    result.outcome === 'done'
      ? 'It had finished while held. That was not applied; its digest stays with the task.'
      : `It had failed while held, which was not applied: ${result.error.message}`,
    now,
  );
}
