import { expireQuestionsOf } from '../approvals/expire-questions.ts';
import { type AuditAction, recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import { recordEvent } from '../events.ts';
import { keptResultSchema } from './kept-result.ts';
import type { TaskRow } from './task-row.ts';

/** The choke point of every ending: what must be written with it, in its own transaction. */
export function concludeTask(
  connection: Connection,
  row: TaskRow,
  action: AuditAction,
  actor: string,
  detail: string,
  now: number,
): TaskRow {
  connection.run('UPDATE dispatch_tasks SET settled_at = @now WHERE id = @id', { id: row.id, now });
  expireQuestionsOf(connection, row, now);
  recordAudit(connection, row, action, actor, detail, now);
  if (row.kind !== 'attempt') recordEvent(connection, row, now);
  return { ...row, settled_at: now };
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
