import type { Migration } from './migration.ts';

/**
 * Indexes that hold open rows only, so that a tick costs the same however much has finished.
 * SQLite takes a partial index only for a query that repeats its condition word by word.
 */
export const openRows: Migration = {
  version: 4,
  name: 'open-rows',
  sql: `
    DROP INDEX idx_dispatch_queued;
    DROP INDEX idx_dispatch_in_flight;

    -- The head of each tenant, of sends and of workers, without a look at the rows of other daemons before it.
    CREATE INDEX idx_dispatch_claimable
      ON dispatch_tasks (account_id, owner_daemon, project_id, kind = 'send', created_at, id, not_before)
      WHERE status = 'queued';
    CREATE INDEX idx_dispatch_waiting ON dispatch_tasks (account_id, not_before)
      WHERE status = 'queued' AND not_before IS NOT NULL;
    CREATE INDEX idx_dispatch_at_work ON dispatch_tasks (account_id, owner_daemon, project_id, status, kind)
      WHERE status IN ('claimed', 'running');
    CREATE INDEX idx_dispatch_held ON dispatch_tasks (account_id, owner_daemon)
      WHERE status = 'held';
  `,
};
