import { assertNever } from '../../shared/assert-never.ts';
import type { SqliteDatabaseUnderTest } from '../helpers/store-database.ts';
import { OLD_BOOT, OLD_DIGEST } from './queue-model.ts';
import { LEASE_MS, type Step } from './steps.ts';

/** In the statements of a program from before owners and generations: it claims and ends by status or id alone. */
export function actAsOldProgram(
  step: Extract<Step, { do: 'oldInsert' | 'oldClaim' | 'oldFinish' | 'oldReclaim' }>,
  database: SqliteDatabaseUnderTest,
  now: number,
): void {
  const run = (sql: string, parameters: Record<string, unknown>) =>
    database.outside().prepare(sql).run(parameters);
  switch (step.do) {
    case 'oldInsert':
      database.insertAsOldProgram({
        ...{ id: step.task, account_id: 'local', project_id: step.project, kind: step.kind },
        ...{ prompt: 'From before', status: 'queued', created_at: now, updated_at: now },
      });
      return;
    case 'oldClaim':
      run(
        `UPDATE dispatch_tasks SET status = 'claimed', claim_owner = @boot, claimed_at = @now, updated_at = @now
           WHERE id = @id AND status = 'queued'`,
        { id: step.task, boot: OLD_BOOT, now },
      );
      return;
    case 'oldFinish':
      run(
        `UPDATE dispatch_tasks SET status = 'done', result_digest = @digest, claim_owner = NULL, updated_at = @now
           WHERE id = @id`,
        { id: step.task, digest: OLD_DIGEST, now },
      );
      return;
    case 'oldReclaim':
      run(
        `UPDATE dispatch_tasks SET status = 'queued', attempts = attempts + 1, claim_owner = NULL, updated_at = @now
           WHERE status IN ('claimed', 'running') AND (claim_owner IS NOT @boot OR claimed_at + @leaseMs <= @now)`,
        { boot: OLD_BOOT, leaseMs: LEASE_MS, now },
      );
      return;
    default:
      assertNever(step);
  }
}
