import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openSqliteStore } from '../../electron/daemon/store/sqlite-store.ts';
import { changeRows } from './database-writer.ts';

/** A daemon that is not there: nobody else changes its rows. */
const OWNER = '127.0.0.1:1';
const MOST_LIVE = 500;

/** Ids of the cards at work, at most 500, in a home with so many tasks; the others are done, and half of those reviewed. */
export function seedBoard(home: string, tasks: number): readonly string[] {
  mkdirSync(home, { recursive: true });
  void openSqliteStore({
    file: path.join(home, 'fleetboard.db'),
    binding: null,
    accountId: 'local',
  }).close();
  const live = Math.min(MOST_LIVE, tasks / 2);
  const now = Date.now();
  changeRows(home, (database) => {
    const addProject = database.prepare(
      `INSERT INTO projects (id, account_id, name, folder, created_at, used_at)
       VALUES (?, 'local', ?, ?, ?, ?)`,
    );
    for (const name of PROJECTS) addProject.run(name, name, `/projects/${name}`, now, now);
    const addTask = database.prepare(
      `INSERT INTO dispatch_tasks (
         id, account_id, project_id, kind, shape, workdir, prompt, provider, profile, status, attempts, failure_limit,
         claim_owner, claimed_at, started_at, settled_at, result_digest, dismissed_at, dismissed_by, branch,
         created_by, created_at, updated_at, owner_daemon, generation, revision)
       VALUES (
         @id, 'local', @project, 'attempt', 'ship', '/projects', @prompt, 'claude', 'careful', @status, 0, 2,
         @claimOwner, @claimedAt, @createdAt, @settledAt, @digest, @dismissedAt, @dismissedBy, @branch,
         'ada', @createdAt, @createdAt, '${OWNER}', 1, @revision)`,
    );
    for (let index = 0; index < tasks; index += 1) {
      const isLive = index >= tasks - live;
      const isReviewed = !isLive && index % 2 === 0;
      const createdAt = now - (tasks - index) * 1_000;
      addTask.run({
        id: idOf(index),
        project: PROJECTS[index % PROJECTS.length],
        prompt: `Make the importer of part ${index} read files of the new kind\n\nAnd say what was left out.`,
        status: isLive ? 'running' : 'done',
        claimOwner: isLive ? 'boot' : null,
        claimedAt: isLive ? now : null,
        createdAt,
        settledAt: isLive ? null : createdAt + 60_000,
        digest: isLive
          ? null
          : `Read 12 files, changed 3 of them, and ran the tests: ${index} passed.`,
        dismissedAt: isReviewed ? now : null,
        dismissedBy: isReviewed ? 'ada' : null,
        branch: `fleetboard/${idOf(index)}/1`,
        revision: index + 1,
      });
    }
    database.prepare('UPDATE board SET revision = ?').run(tasks);
  });
  return Array.from({ length: live }, (_, index) => idOf(tasks - live + index));
}

const PROJECTS = ['billing', 'shop', 'website', 'warehouse', 'search'];

function idOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}
