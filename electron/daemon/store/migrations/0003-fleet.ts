import type { Migration } from './migration.ts';

/** The refused program says no time that could be trusted, so the database's own clock is asked. */
const NOW_MS = `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`;

/** RAISE(IGNORE) skips this row of the statement and keeps what the trigger wrote before. */
const RECORD_AND_IGNORE = `
  UPDATE old_writer_refusals
    SET refusals = refusals + 1, first_at = coalesce(first_at, ${NOW_MS}), last_at = ${NOW_MS};
  SELECT RAISE(IGNORE);`;

/**
 * The daemons that share the file, the fence against programs from before ownership, and conductors.
 *
 * Triggers run in whichever program writes, with the SQLite that it was built with: they use nothing newer than what
 * such programs had. A program from before ownership is known by a write that does not advance the row's revision;
 * current ones advance it with every change of a row.
 */
export const fleet: Migration = {
  version: 3,
  name: 'fleet',
  sql: `
    CREATE TABLE daemons (
      owner_daemon TEXT PRIMARY KEY,
      boot_id TEXT NOT NULL,
      machine TEXT NOT NULL,
      pid INTEGER NOT NULL,
      version TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      heartbeat_at INTEGER NOT NULL,
      stopped_at INTEGER
    );

    CREATE TABLE old_writer_refusals (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      refusals INTEGER NOT NULL,
      first_at INTEGER,
      last_at INTEGER
    );
    INSERT INTO old_writer_refusals (id, refusals) VALUES (1, 0);

    CREATE TRIGGER fence_update BEFORE UPDATE ON dispatch_tasks
      WHEN OLD.owner_daemon IS NOT NULL AND NEW.revision <= OLD.revision
      BEGIN
        ${RECORD_AND_IGNORE}
      END;
    CREATE TRIGGER fence_delete BEFORE DELETE ON dispatch_tasks
      WHEN OLD.owner_daemon IS NOT NULL
      BEGIN
        ${RECORD_AND_IGNORE}
      END;
    -- INSERT OR REPLACE removes the row in its way without firing a trigger for the removal.
    CREATE TRIGGER fence_replace BEFORE INSERT ON dispatch_tasks
      WHEN NEW.owner_daemon IS NULL
           AND EXISTS (SELECT 1 FROM dispatch_tasks WHERE id = NEW.id AND owner_daemon IS NOT NULL)
      BEGIN
        ${RECORD_AND_IGNORE}
      END;

    -- What such a program may write reaches the board all the same.
    CREATE TRIGGER old_insert_reaches_board AFTER INSERT ON dispatch_tasks
      WHEN NEW.revision = 0
      BEGIN
        UPDATE dispatch_tasks SET revision = (SELECT revision + 1 FROM board) WHERE id = NEW.id;
      END;
    CREATE TRIGGER old_update_reaches_board AFTER UPDATE ON dispatch_tasks
      WHEN OLD.owner_daemon IS NULL AND NEW.revision = OLD.revision
      BEGIN
        UPDATE dispatch_tasks SET revision = (SELECT revision + 1 FROM board) WHERE id = NEW.id;
      END;

    ALTER TABLE projects ADD COLUMN conductor_session TEXT;
    CREATE INDEX idx_projects_conductor ON projects (conductor_session) WHERE conductor_session IS NOT NULL;

    -- A send that tells a conductor what settled.
    ALTER TABLE dispatch_tasks ADD COLUMN is_delivery INTEGER NOT NULL DEFAULT 0
      CHECK (is_delivery = 0 OR (is_delivery = 1 AND kind = 'send'));
    CREATE INDEX idx_dispatch_target ON dispatch_tasks (target_session)
      WHERE target_session IS NOT NULL AND status IN ('queued', 'claimed', 'running');
    CREATE INDEX idx_dispatch_failed_delivery ON dispatch_tasks (target_session)
      WHERE is_delivery = 1 AND status IN ('failed', 'blocked') AND dismissed_at IS NULL;
    CREATE INDEX idx_dispatch_created ON dispatch_tasks (account_id, created_at, id);

    ALTER TABLE dispatch_events ADD COLUMN position INTEGER;
    ALTER TABLE dispatch_events ADD COLUMN delivery_task_id TEXT;
    UPDATE dispatch_events SET position = numbered.position
      FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS position FROM dispatch_events) AS numbered
      WHERE numbered.id = dispatch_events.id;
    CREATE UNIQUE INDEX idx_events_position ON dispatch_events (position);
    CREATE INDEX idx_events_project ON dispatch_events (account_id, project_id, position);
    CREATE INDEX idx_events_delivery ON dispatch_events (delivery_task_id) WHERE delivery_task_id IS NOT NULL;
    CREATE TRIGGER old_event_has_position AFTER INSERT ON dispatch_events
      WHEN NEW.position IS NULL
      BEGIN
        UPDATE dispatch_events SET position = (SELECT coalesce(max(position), 0) + 1 FROM dispatch_events)
          WHERE id = NEW.id;
      END;
  `,
};
