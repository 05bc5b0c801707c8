import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../../electron/daemon/store/open-database.ts';

/** Makes databases for the rounds, all in one folder and so on one file system. */
export class QueueFiles {
  readonly #folder: string;
  #made = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A database with tasks queued for each owner, in a project of the owner's name, and rows that finished before. */
  create(queuedFor: readonly string[], queued: number, finished = 0): string {
    const file = this.#next();
    const database = openDatabase({ file, binding: null });
    if (finished > 0) {
      database.exec(`
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${finished})
        INSERT INTO dispatch_tasks (id, account_id, project_id, kind, shape, workdir, prompt, provider, profile, status,
          attempts, failure_limit, worker_session_id, result_digest, created_by, created_at, updated_at, started_at,
          settled_at, owner_daemon, generation, revision)
        SELECT printf('finished-%08d', n), 'local', 'project-' || (n % 10), 'spawn', 'scout', '/', 'echo', 'command',
          'careful', 'done', 0, 2, printf('session-%08d', n), 'done', 'bench', n, n, n, n, '127.0.0.1:7455', 1, n
        FROM numbers`);
      database.exec('UPDATE board SET revision = (SELECT max(revision) FROM dispatch_tasks)');
    }
    for (const owner of queuedFor) queue(database, owner, owner, queued);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
    return file;
  }

  /** A tenant that is older than everything else and cannot get a worker: its cap is filled by one that runs. */
  addCappedTenant(file: string, owner: string, queued: number, running: number): void {
    const database = openDatabase({ file, binding: null });
    queue(database, owner, 'capped', queued + running);
    database.exec(`
      UPDATE dispatch_tasks SET status = 'running', generation = 1, claim_owner = 'boot', claimed_at = 0,
        revision = (SELECT revision + 1 FROM board)
      WHERE id IN (SELECT id FROM dispatch_tasks WHERE project_id = 'capped' ORDER BY created_at, id LIMIT ${running});
      UPDATE dispatch_tasks SET created_at = created_at - 1000000, revision = (SELECT revision + 1 FROM board)
      WHERE project_id = 'capped'`);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
  }

  copy(file: string): string {
    const copy = this.#next();
    copyFileSync(file, copy);
    return copy;
  }

  remove(file: string): void {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
  }

  #next(): string {
    this.#made += 1;
    return path.join(this.#folder, `queue-${this.#made}.db`);
  }
}

/** Queues for a daemon that runs. */
export function addQueued(file: string, owner: string, queued: number): void {
  const database = openDatabase({ file, binding: null });
  database.pragma('busy_timeout = 10000');
  database.transaction(() => queue(database, owner, owner, queued)).immediate();
  database.close();
}

/** Ids in the order of their making, as the product makes them. */
function queue(
  database: ReturnType<typeof openDatabase>,
  owner: string,
  project: string,
  count: number,
): void {
  database
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count)
       INSERT INTO dispatch_tasks (id, account_id, project_id, kind, shape, workdir, prompt, provider, profile, status,
         failure_limit, created_by, created_at, updated_at, owner_daemon, generation, revision)
       SELECT printf('%08x-', (SELECT coalesce(max(rowid), 0) FROM dispatch_tasks) + n) || lower(hex(randomblob(12))), 'local', @project, 'spawn', 'scout', '/', 'echo', 'command', 'careful',
         'queued', 2, 'bench', 1000000000000 + n, n, @owner, 0, (SELECT revision FROM board) + n FROM numbers`,
    )
    .run({ count, owner, project });
  database.exec('UPDATE board SET revision = (SELECT max(revision) FROM dispatch_tasks)');
}
