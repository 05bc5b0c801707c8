import type { RunEndReason } from '../../../../shared/runs.ts';
import type { Connection } from '../connection.ts';
import { recordRunAudit } from './run-audit.ts';
import type { RunRow } from './run-row.ts';

/** The choke point of every end of a loop: what must be written with it, in its own transaction. */
export function endRun(
  connection: Connection,
  run: RunRow,
  reason: RunEndReason,
  detail: string,
  actor: string,
  now: number,
): void {
  connection.run(
    `UPDATE runs SET status = 'ended', end_reason = @reason, end_detail = @detail, ended_at = @now
     WHERE id = @id AND status = 'working'`,
    { id: run.id, reason, detail, now },
  );
  // Nobody asks again, so nobody can be answered.
  connection.run(
    `UPDATE approvals SET status = 'expired', closed_at = @now
     WHERE carried_for_run = @id AND status = 'open'`,
    { id: run.id, now },
  );
  // An answer that was not asked for again belongs to what is over.
  connection.run(
    `UPDATE approvals SET carried_for_run = NULL
     WHERE carried_for_run = @id AND status = 'answered' AND applied_at IS NULL`,
    { id: run.id },
  );
  recordRunAudit(connection, run, 'run.ended', actor, detail, now);
}
