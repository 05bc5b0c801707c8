import type { RunAction } from '../../../../shared/audit-words.ts';
import type { Connection } from '../connection.ts';
import type { RunRow } from './run-row.ts';

/** Writes the audit of a run in the transaction of what it records. `detail` is a sentence for a person. */
export function recordRunAudit(
  connection: Connection,
  run: Pick<RunRow, 'id' | 'account_id' | 'project_id'>,
  action: RunAction,
  actor: string,
  detail: string,
  now: number,
): void {
  connection.run(
    `INSERT INTO audit (account_id, project_id, task_id, action, actor, generation, detail, at)
     VALUES (@accountId, @projectId, @runId, @action, @actor, NULL, @detail, @now)`,
    {
      accountId: run.account_id,
      projectId: run.project_id,
      runId: run.id,
      action,
      actor,
      detail,
      now,
    },
  );
}
