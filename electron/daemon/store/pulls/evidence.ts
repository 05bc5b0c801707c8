import type { Connection } from '../connection.ts';
import type { Evidence, PullName } from './pull-store.ts';

interface EvidenceRow {
  kind: Evidence['kind'];
  run_id: string;
  unit: string;
  requester: string;
  head: string;
}

/** Written once, however often it is seen. Part of the caller's transaction. */
export function recordEvidence(
  connection: Connection,
  accountId: string,
  evidence: Evidence,
  now: number,
): void {
  connection.run(
    `INSERT INTO pull_evidence (account_id, kind, run_id, unit, requester, host, repository, number, head, recorded_at)
     VALUES (@accountId, @kind, @runId, @unit, @requester, @host, @repository, @number, @head, @now)
     ON CONFLICT DO NOTHING`,
    { ...evidence, accountId, now },
  );
}

/** What was seen of a pull request, oldest first. To be called inside a read. */
export function readEvidence(
  connection: Connection,
  accountId: string,
  { host, repository, number }: PullName,
): Evidence[] {
  return connection
    .all<EvidenceRow>(
      `SELECT kind, run_id, unit, requester, head FROM pull_evidence
       WHERE account_id = @accountId AND host = @host AND repository = @repository AND number = @number ORDER BY id`,
      { accountId, host, repository, number },
    )
    .map((row) => ({
      ...{ host, repository, number },
      kind: row.kind,
      runId: row.run_id,
      unit: row.unit,
      requester: row.requester,
      head: row.head,
    }));
}
