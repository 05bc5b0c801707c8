import type { Migration } from './migration.ts';

/**
 * The queue in its oldest shape. `IF NOT EXISTS`, because files of that age carry these tables and no version number:
 * opened here, they pass through this step unchanged and are brought forward by the later ones.
 */
export const queue: Migration = {
  version: 1,
  name: 'queue',
  sql: `
    CREATE TABLE IF NOT EXISTS dispatch_tasks (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      project_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      shape TEXT,
      target_session TEXT,
      workdir TEXT,
      prompt TEXT NOT NULL,
      provider TEXT,
      model TEXT,
      status TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      failure_limit INTEGER NOT NULL DEFAULT 2,
      not_before INTEGER,
      claim_owner TEXT,
      claimed_at INTEGER,
      worker_session_id TEXT,
      result_digest TEXT,
      error TEXT,
      created_by TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    );

    CREATE TABLE IF NOT EXISTS dispatch_events (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      project_id TEXT NOT NULL,
      task_id TEXT NOT NULL,
      type TEXT NOT NULL,
      digest TEXT,
      created_at INTEGER NOT NULL,
      delivered_at INTEGER
    );
  `,
};
