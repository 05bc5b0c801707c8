import type { Migration } from './migration.ts';

/**
 * What tasks outside of runs cost, where their agents say so; attempts of runs have theirs in `run_attempts`. Not in the
 * row of the task: it is written while the task is at work, and the queue has no use for it.
 */
export const taskCosts: Migration = {
  version: 7,
  name: 'task-costs',
  sql: `
    CREATE TABLE task_costs (
      task_id TEXT NOT NULL REFERENCES dispatch_tasks (id),
      currency TEXT NOT NULL,
      amount REAL NOT NULL CHECK (amount > 0),
      PRIMARY KEY (task_id, currency)
    ) WITHOUT ROWID;
  `,
};
