import type { Migration } from './migration.ts';

/**
 * What waits for a project's conductor, in the order in which it is told. The index that went before it was in the order
 * of time, so SQLite went through all events of the project, told ones too, rather than sort what waited.
 */
export const waitingEvents: Migration = {
  version: 9,
  name: 'waiting-events',
  sql: `
    DROP INDEX idx_events_undelivered;
    CREATE INDEX idx_events_waiting ON dispatch_events (account_id, project_id, position)
      WHERE delivered_at IS NULL AND delivery_task_id IS NULL;
  `,
};
