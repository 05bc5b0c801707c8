import type { Migration } from './migration.ts';

/** Pull requests of runs, who owns each, and what was seen of them. */
export const pulls: Migration = {
  version: 6,
  name: 'pulls',
  sql: `
    -- One row per pull request. Its owner is a run and the attempt that speaks for it, named by its task.
    CREATE TABLE pull_owners (
      account_id TEXT NOT NULL,
      host TEXT NOT NULL,
      repository TEXT NOT NULL,
      number INTEGER NOT NULL,
      owner_run TEXT NOT NULL,
      owner_unit TEXT NOT NULL,
      reservation_token TEXT,
      reservation_expires_at INTEGER CHECK ((reservation_token IS NULL) = (reservation_expires_at IS NULL)),
      version INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (account_id, host, repository, number)
    );
    CREATE INDEX idx_pull_owners_run ON pull_owners (owner_run);

    CREATE TABLE run_pulls (
      run_id TEXT PRIMARY KEY REFERENCES runs (id),
      account_id TEXT NOT NULL,
      host TEXT NOT NULL,
      repository TEXT NOT NULL,
      number INTEGER,
      url TEXT CHECK ((number IS NULL) = (url IS NULL)),
      status TEXT NOT NULL CHECK (status IN ('publishing', 'open', 'merge_ready', 'continuing', 'merging',
                                             'merged', 'closed', 'released')),
      remote TEXT NOT NULL,
      head_branch TEXT NOT NULL,
      base_branch TEXT NOT NULL,
      -- The attempt that published, or took over, last.
      unit TEXT NOT NULL,
      requester TEXT NOT NULL,
      pushed_commit TEXT,
      -- Null in rows from before heads were recorded.
      approved_head TEXT,
      -- JSON: what the forge said last, and the tag under which it says so again.
      facts TEXT,
      facts_tag TEXT,
      -- JSON: why it could not be read since.
      trouble TEXT,
      failures INTEGER NOT NULL DEFAULT 0,
      next_read_at INTEGER,
      -- JSON: the row that a continuation replaced, for as long as that can be taken back.
      continued_from TEXT,
      version INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      CHECK (number IS NOT NULL OR status IN ('publishing', 'released'))
    );
    CREATE INDEX idx_run_pulls_followed ON run_pulls (run_id)
      WHERE status IN ('publishing', 'open', 'merge_ready', 'continuing', 'merging');

    -- What was seen, attributable to one unit, requester and repository.
    CREATE TABLE pull_evidence (
      id INTEGER PRIMARY KEY,
      account_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('coding_completed', 'approval_posted')),
      run_id TEXT NOT NULL,
      unit TEXT NOT NULL,
      requester TEXT NOT NULL,
      host TEXT NOT NULL,
      repository TEXT NOT NULL,
      number INTEGER NOT NULL,
      head TEXT NOT NULL,
      recorded_at INTEGER NOT NULL,
      UNIQUE (account_id, kind, unit, requester, host, repository, number, head)
    );
  `,
};
