import type { Migration } from './migration.ts';

/**
 * Loop runs, their attempts and their rules. The queue knows nothing of these tables: an attempt is tied to its task by
 * the task's id, which is fixed before the task exists.
 */
export const runs: Migration = {
  version: 5,
  name: 'runs',
  sql: `
    CREATE TABLE runs (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      project_id TEXT NOT NULL,
      owner_daemon TEXT NOT NULL,
      goal TEXT NOT NULL,
      agent TEXT NOT NULL,
      profile TEXT NOT NULL,
      -- Where it was started, and the top of that repository.
      folder TEXT NOT NULL,
      repository TEXT NOT NULL,
      base_branch TEXT NOT NULL,
      base_commit TEXT NOT NULL,
      branch TEXT NOT NULL,
      worktree TEXT NOT NULL,
      check_command TEXT NOT NULL,
      max_attempts INTEGER NOT NULL CHECK (max_attempts >= 1),
      max_ms INTEGER CHECK (max_ms > 0),
      max_cost REAL CHECK (max_cost > 0),
      status TEXT NOT NULL CHECK (status IN ('working', 'ended', 'merging', 'merged', 'discarded')),
      end_reason TEXT CHECK ((status = 'working') = (end_reason IS NULL)),
      end_detail TEXT,
      stopped_by TEXT,
      -- Counts the words of people: limits start anew with each.
      round INTEGER NOT NULL DEFAULT 1,
      is_set_up INTEGER NOT NULL DEFAULT 0 CHECK (is_set_up IN (0, 1)),
      head_commit TEXT,
      has_work INTEGER NOT NULL DEFAULT 0 CHECK (has_work IN (0, 1)),
      -- What is on its way into the base, or has got there; written before the base is touched.
      merge_base_commit TEXT,
      merge_commit TEXT,
      -- Its worktree and its branch are gone.
      removed_at INTEGER,
      created_by TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      ended_at INTEGER CHECK ((status = 'working') = (ended_at IS NULL)),
      revision INTEGER NOT NULL,
      CHECK (status <> 'merging' OR (merge_commit IS NOT NULL AND merge_base_commit IS NOT NULL))
    );
    CREATE INDEX idx_runs_revision ON runs (revision);
    CREATE INDEX idx_runs_created ON runs (account_id, created_at, id);
    CREATE INDEX idx_runs_open ON runs (owner_daemon) WHERE removed_at IS NULL;

    CREATE TABLE run_attempts (
      run_id TEXT NOT NULL REFERENCES runs (id),
      ordinal INTEGER NOT NULL,
      round INTEGER NOT NULL,
      task_id TEXT NOT NULL UNIQUE,
      phase TEXT NOT NULL CHECK (phase IN ('planned', 'enqueued', 'settled', 'checked', 'decided')),
      because TEXT NOT NULL,
      prompt TEXT NOT NULL,
      not_before INTEGER NOT NULL,
      outcome TEXT CHECK ((phase = 'decided') = (outcome IS NOT NULL)),
      check_exit_code INTEGER,
      check_output TEXT,
      -- What identifies the failure of the check, and what the worktree held then.
      failure TEXT,
      tree TEXT,
      commit_id TEXT,
      cost_amount REAL,
      cost_currency TEXT CHECK ((cost_amount IS NULL) = (cost_currency IS NULL)),
      parked_ms INTEGER NOT NULL DEFAULT 0,
      started_at INTEGER,
      settled_at INTEGER,
      checked_at INTEGER,
      PRIMARY KEY (run_id, ordinal)
    );
    -- Two attempts of one run are never open at once, whoever writes.
    CREATE UNIQUE INDEX idx_run_open_attempt ON run_attempts (run_id) WHERE phase <> 'decided';

    CREATE TABLE run_rules (
      id TEXT PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES runs (id),
      tool_kind TEXT NOT NULL,
      subject TEXT,
      added_by TEXT NOT NULL,
      added_at INTEGER NOT NULL
    );
    CREATE INDEX idx_run_rules ON run_rules (run_id);

    CREATE TRIGGER board_follows_new_run AFTER INSERT ON runs
      WHEN NEW.revision > (SELECT revision FROM board)
      BEGIN UPDATE board SET revision = NEW.revision; END;
    CREATE TRIGGER board_follows_run AFTER UPDATE OF revision ON runs
      WHEN NEW.revision > (SELECT revision FROM board)
      BEGIN UPDATE board SET revision = NEW.revision; END;

    -- How long an attempt was parked on a person; the hold that is on now began at parked_since.
    ALTER TABLE dispatch_tasks ADD COLUMN parked_since INTEGER;
    ALTER TABLE dispatch_tasks ADD COLUMN parked_ms INTEGER NOT NULL DEFAULT 0;

    -- What the agent calls its session: by that name it can be loaded again.
    ALTER TABLE sessions ADD COLUMN agent_session_id TEXT;

    -- A question whose worker went away with its daemon waits on for its run; its answer is applied once, when it is
    -- asked again.
    ALTER TABLE approvals ADD COLUMN carried_for_run TEXT;
    ALTER TABLE approvals ADD COLUMN applied_at INTEGER
      CHECK (applied_at IS NULL OR (status = 'answered' AND carried_for_run IS NOT NULL));
    CREATE INDEX idx_approvals_carried ON approvals (carried_for_run) WHERE carried_for_run IS NOT NULL;
  `,
};
