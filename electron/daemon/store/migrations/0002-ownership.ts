import type { Migration } from './migration.ts';

/**
 * Ownership by daemon, fencing generations, holds, and the tables around the queue.
 * The CHECKs ride on added columns because SQLite cannot add one to a table; each may name any column of the row.
 */
export const ownership: Migration = {
  version: 2,
  name: 'ownership',
  sql: `
    CREATE TABLE board (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      revision INTEGER NOT NULL
    );
    INSERT INTO board (id, revision) VALUES (1, 0);

    ALTER TABLE dispatch_tasks ADD COLUMN owner_daemon TEXT
      CHECK (owner_daemon IS NULL OR status NOT IN ('claimed', 'running', 'held')
             OR (claim_owner IS NOT NULL AND claimed_at IS NOT NULL));
    ALTER TABLE dispatch_tasks ADD COLUMN run_id TEXT
      CHECK (run_id IS NULL OR kind = 'attempt');
    ALTER TABLE dispatch_tasks ADD COLUMN attempt_id TEXT
      CHECK (attempt_id IS NULL OR kind = 'attempt');
    ALTER TABLE dispatch_tasks ADD COLUMN generation INTEGER NOT NULL DEFAULT 0
      CHECK (generation >= 0);
    ALTER TABLE dispatch_tasks ADD COLUMN held_until INTEGER
      CHECK ((status = 'held') = (held_until IS NOT NULL) AND (held_until IS NULL OR kind = 'attempt'));
    ALTER TABLE dispatch_tasks ADD COLUMN profile TEXT;
    ALTER TABLE dispatch_tasks ADD COLUMN work_folder TEXT;
    ALTER TABLE dispatch_tasks ADD COLUMN branch TEXT;
    ALTER TABLE dispatch_tasks ADD COLUMN started_at INTEGER;
    ALTER TABLE dispatch_tasks ADD COLUMN settled_at INTEGER;
    ALTER TABLE dispatch_tasks ADD COLUMN error_code TEXT;
    ALTER TABLE dispatch_tasks ADD COLUMN error_next_step TEXT;
    -- A result that arrived while the attempt was held, as JSON; applied at unhold.
    ALTER TABLE dispatch_tasks ADD COLUMN kept_result TEXT
      CHECK (kept_result IS NULL OR status = 'held');
    ALTER TABLE dispatch_tasks ADD COLUMN dismissed_at INTEGER
      CHECK (dismissed_at IS NULL OR status IN ('done', 'failed', 'blocked', 'cancelled'));
    ALTER TABLE dispatch_tasks ADD COLUMN dismissed_by TEXT
      CHECK ((dismissed_by IS NULL) = (dismissed_at IS NULL));
    -- The board revision at which this row last changed.
    ALTER TABLE dispatch_tasks ADD COLUMN revision INTEGER NOT NULL DEFAULT 0
      CHECK (status IN ('queued', 'claimed', 'running', 'held', 'done', 'failed', 'blocked', 'cancelled')
             AND kind IN ('send', 'spawn', 'attempt'));

    CREATE INDEX idx_dispatch_run ON dispatch_tasks (run_id) WHERE run_id IS NOT NULL;
    CREATE INDEX idx_dispatch_revision ON dispatch_tasks (revision);
    CREATE INDEX idx_dispatch_queued ON dispatch_tasks (account_id, project_id, created_at, id)
      WHERE status = 'queued';
    CREATE INDEX idx_dispatch_in_flight ON dispatch_tasks (account_id, project_id, owner_daemon)
      WHERE status IN ('claimed', 'running', 'held');
    CREATE INDEX idx_dispatch_worker ON dispatch_tasks (worker_session_id)
      WHERE worker_session_id IS NOT NULL;
    CREATE INDEX idx_events_undelivered ON dispatch_events (account_id, project_id, created_at)
      WHERE delivered_at IS NULL;

    CREATE TABLE projects (
      id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      name TEXT NOT NULL,
      folder TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      PRIMARY KEY (account_id, id)
    );

    CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      project_id TEXT NOT NULL,
      owner_daemon TEXT NOT NULL,
      boot_id TEXT NOT NULL,
      task_id TEXT NOT NULL,
      agent TEXT NOT NULL,
      title TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('starting', 'working', 'awaiting', 'idle', 'disconnected', 'ended')),
      accepts_prompts INTEGER NOT NULL CHECK (accepts_prompts IN (0, 1)),
      folder TEXT NOT NULL,
      branch TEXT,
      created_at INTEGER NOT NULL,
      ended_at INTEGER CHECK ((state = 'ended') = (ended_at IS NOT NULL)),
      revision INTEGER NOT NULL
    );
    CREATE INDEX idx_sessions_revision ON sessions (revision);
    CREATE INDEX idx_sessions_task ON sessions (task_id);
    CREATE INDEX idx_sessions_live ON sessions (owner_daemon) WHERE state <> 'ended';

    -- What a killed daemon leaves behind is found here; a row goes when its process group is verifiably gone.
    CREATE TABLE worker_processes (
      session_id TEXT PRIMARY KEY,
      owner_daemon TEXT NOT NULL,
      boot_id TEXT NOT NULL,
      pid INTEGER NOT NULL,
      started_token TEXT NOT NULL,
      recorded_at INTEGER NOT NULL
    );

    CREATE TABLE approvals (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      project_id TEXT NOT NULL,
      task_id TEXT NOT NULL REFERENCES dispatch_tasks (id),
      session_id TEXT NOT NULL,
      request_id TEXT NOT NULL,
      generation INTEGER NOT NULL,
      title TEXT NOT NULL,
      tool_kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      reason TEXT NOT NULL,
      -- JSON: command, locations, diffs.
      request TEXT NOT NULL,
      -- JSON: the options exactly as the agent offered them.
      options TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('open', 'answered', 'expired')),
      option_id TEXT CHECK ((status = 'answered') = (option_id IS NOT NULL)),
      answered_by TEXT CHECK ((status = 'answered') = (answered_by IS NOT NULL)),
      asked_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      closed_at INTEGER CHECK ((status = 'open') = (closed_at IS NULL))
    );
    CREATE INDEX idx_approvals_task ON approvals (task_id, status);
    CREATE INDEX idx_approvals_open ON approvals (expires_at) WHERE status = 'open';

    CREATE TABLE audit (
      id INTEGER PRIMARY KEY,
      account_id TEXT NOT NULL,
      project_id TEXT NOT NULL,
      task_id TEXT NOT NULL,
      action TEXT NOT NULL,
      actor TEXT NOT NULL,
      generation INTEGER,
      detail TEXT NOT NULL,
      at INTEGER NOT NULL
    );
    CREATE INDEX idx_audit_task ON audit (task_id, id);

    -- A writer sets a row's revision to board.revision + 1; these keep the board's own in step, statement by statement.
    CREATE TRIGGER board_follows_new_task AFTER INSERT ON dispatch_tasks
      WHEN NEW.revision > (SELECT revision FROM board)
      BEGIN UPDATE board SET revision = NEW.revision; END;
    CREATE TRIGGER board_follows_task AFTER UPDATE OF revision ON dispatch_tasks
      WHEN NEW.revision > (SELECT revision FROM board)
      BEGIN UPDATE board SET revision = NEW.revision; END;
    CREATE TRIGGER board_follows_new_session AFTER INSERT ON sessions
      WHEN NEW.revision > (SELECT revision FROM board)
      BEGIN UPDATE board SET revision = NEW.revision; END;
    CREATE TRIGGER board_follows_session AFTER UPDATE OF revision ON sessions
      WHEN NEW.revision > (SELECT revision FROM board)
      BEGIN UPDATE board SET revision = NEW.revision; END;

    -- Rows from before revisions must reach the board too: give each its own, oldest first.
    UPDATE dispatch_tasks SET revision = numbered.position
      FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS position FROM dispatch_tasks) AS numbered
      WHERE numbered.id = dispatch_tasks.id;
  `,
};
