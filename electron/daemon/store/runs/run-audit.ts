import type { Connection } from '../connection.ts';
import type { RunRow } from './run-row.ts';

export type RunAction =
  | 'run.started'
  | 'run.set_up'
  | 'run.attempt_planned'
  | 'run.attempt_queued'
  | 'run.attempt_settled'
  | 'run.checked'
  | 'run.attempt_decided'
  | 'run.ended'
  | 'run.stopped'
  | 'run.changes_requested'
  | 'run.merging'
  | 'run.merge_refused'
  | 'run.merged'
  | 'run.discarded'
  | 'run.rule_added'
  | 'run.rule_removed'
  | 'run.pull';

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
