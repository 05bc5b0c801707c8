import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../electron/daemon/store/migrations/migrations.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';
import { openSqliteStore } from '../../electron/daemon/store/sqlite-store.ts';
import { sessionStateSchema, taskKindSchema, taskStatusSchema } from '../../shared/tasks.ts';
import { claimRequest, LEASE_MS, ME, OTHER } from '../helpers/store-bench.ts';
import type { Row } from '../helpers/store-database.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const LATEST = MIGRATIONS.at(-1)?.version ?? 0;

/** The tables as the oldest programs made them: no owner, no generation, no version of the file. */
const OLDEST_SCHEMA = `
  CREATE TABLE dispatch_tasks (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, project_id TEXT NOT NULL, kind TEXT NOT NULL, shape TEXT,
    target_session TEXT, workdir TEXT, prompt TEXT NOT NULL, provider TEXT, model TEXT, status TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, failure_limit INTEGER NOT NULL DEFAULT 2, not_before INTEGER,
    claim_owner TEXT, claimed_at INTEGER, worker_session_id TEXT, result_digest TEXT, error TEXT, created_by TEXT,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
  CREATE TABLE dispatch_events (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, project_id TEXT NOT NULL, task_id TEXT NOT NULL,
    type TEXT NOT NULL, digest TEXT, created_at INTEGER NOT NULL, delivered_at INTEGER);`;

const OLD_ROWS: readonly Row[] = [
  oldRow({ id: 'queued', created_at: 50 }),
  oldRow({ id: 'waiting', created_at: 40, not_before: 9_000, attempts: 1, error: 'It broke.' }),
  oldRow({ id: 'claimed', created_at: 30, status: 'claimed', claim_owner: 'b', claimed_at: 1_000 }),
  oldRow({ id: 'running', created_at: 20, status: 'running', claim_owner: 'b', claimed_at: 1_000 }),
  oldRow({ id: 'running-unknown-since', created_at: 10, status: 'running' }),
  oldRow({ id: 'done', created_at: 10, status: 'done', kind: 'send', result_digest: 'Mended.' }),
  oldRow({ id: 'blocked', created_at: 5, status: 'blocked', attempts: 2, error: 'It broke.' }),
];

function oldRow(row: Row): Row {
  return {
    account_id: 'local',
    project_id: 'shop',
    kind: 'spawn',
    shape: 'scout',
    target_session: null,
    workdir: '/folders/shop',
    prompt: 'Mend the gate',
    provider: 'claude',
    model: 'large',
    status: 'queued',
    attempts: 0,
    failure_limit: 2,
    not_before: null,
    claim_owner: null,
    claimed_at: null,
    worker_session_id: null,
    result_digest: null,
    error: null,
    created_by: 'ann',
    updated_at: 60,
    ...row,
  };
}

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
beforeEach(() => {
  folder = temporaryFolder('migrations');
  file = path.join(folder.path, 'fleetboard.db');
});
afterEach(() => folder.remove());

function inFile<Result>(work: (database: Database.Database) => Result): Result {
  const database = new Database(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function writeOldFile(): void {
  inFile((database) => {
    database.exec(OLDEST_SCHEMA);
    for (const row of OLD_ROWS) {
      const columns = Object.keys(row);
      database
        .prepare(
          `INSERT INTO dispatch_tasks (${columns.join()}) VALUES (${columns.map((name) => `@${name}`).join()})`,
        )
        .run(row);
    }
    database.exec(
      `INSERT INTO dispatch_events VALUES ('event', 'local', 'shop', 'done', 'task.done', 'Mended.', 60, NULL)`,
    );
  });
}

function writeFileOfVersion(latest: number): void {
  inFile((database) => {
    database.unsafeMode();
    for (const { sql, version: step } of MIGRATIONS) if (step <= latest) database.exec(sql);
    database.pragma(`user_version = ${latest}`);
  });
}

const tasks = () =>
  inFile((database) => database.prepare<[], Row>('SELECT * FROM dispatch_tasks ORDER BY id').all());
const byId = (rows: readonly Row[]) =>
  [...rows].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
const version = () => inFile((database) => database.pragma('user_version', { simple: true }));
const backups = () =>
  readdirSync(folder.path)
    .filter((name) => name.includes('.backup'))
    .sort();
const openStore = () => openSqliteStore({ file, binding: null, accountId: 'local' });

describe('migrations', () => {
  it('are numbered from 1 without a gap, each with the name of its file', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(
      MIGRATIONS.map((_, index) => index + 1),
    );
    for (const { version, name } of MIGRATIONS) {
      const number = String(version).padStart(4, '0');
      const source = new URL(
        `../../electron/daemon/store/migrations/${number}-${name}.ts`,
        import.meta.url,
      );
      expect(readFileSync(source, 'utf8')).toContain(`version: ${version}`);
    }
  });

  it('make a fresh file that survives a power cut and keeps its references', () => {
    const database = openDatabase({ file, binding: null });
    const setting = (name: string) => database.pragma(name, { simple: true });
    expect(setting('user_version')).toBe(LATEST);
    expect(setting('journal_mode')).toBe('wal');
    expect(setting('synchronous')).toBe(2);
    expect(setting('foreign_keys')).toBe(1);
    expect(setting('busy_timeout')).toBe(0);
    database.close();
  });

  it('lead to one schema, whether from nothing or from the oldest file', () => {
    const schema = () =>
      inFile((database) =>
        database
          .prepare(
            "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
          )
          .all()
          .concat(database.pragma('table_info(dispatch_tasks)')),
      );
    openDatabase({ file, binding: null }).close();
    const fromNothing = schema();
    file = path.join(folder.path, 'old.db');
    writeOldFile();
    openDatabase({ file, binding: null }).close();
    expect(schema()).toEqual(fromNothing);
  });

  it('take up a file whose first step was already made', () => {
    writeFileOfVersion(1);
    openDatabase({ file, binding: null }).close();
    expect(inFile((database) => database.pragma('user_version', { simple: true }))).toBe(LATEST);
  });

  it('change nothing in a file that is up to date', () => {
    writeOldFile();
    openDatabase({ file, binding: null }).close();
    const before = readFileSync(file);
    openDatabase({ file, binding: null }).close();
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe('a file of the oldest programs', () => {
  beforeEach(writeOldFile);

  it('loses nothing: every old column of every row is as it was', () => {
    void openStore().close();
    const migrated = tasks();
    expect(migrated).toMatchObject(byId(OLD_ROWS));
    for (const row of migrated) expect(row).toMatchObject({ owner_daemon: null, generation: 0 });
    expect(
      inFile((database) => database.prepare('SELECT * FROM dispatch_events').all()),
    ).toMatchObject([{ id: 'event', digest: 'Mended.', delivered_at: null }]);
  });

  it('reaches the board: every row at a revision of its own, oldest first', async () => {
    const store = openStore();
    const { cards, revision } = await store.board.changesSince(0, 100);
    await store.close();
    expect(cards.map(({ id }) => id)).toEqual([
      'blocked',
      'done',
      'running-unknown-since',
      'running',
      'claimed',
      'waiting',
      'queued',
    ]);
    expect(cards.map((card) => card.revision)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(revision).toBe(7);
    expect(cards[0]).toMatchObject({
      state: 'blocked',
      title: 'Mend the gate',
      agent: 'claude',
      projectName: 'shop',
      error: { message: 'It broke.' },
    });
  });

  it('goes on working: what was queued is claimed, what was in flight after its lease', async () => {
    const store = openStore();
    const reclaimed = async (me: typeof ME, now: number) =>
      (await store.tasks.reclaimStale(me, LEASE_MS, now)).map(({ id }) => id).sort();
    expect(await reclaimed(ME, LEASE_MS)).toEqual(['running-unknown-since']);
    expect(await reclaimed(OTHER, 1_000 + LEASE_MS)).toEqual(['claimed', 'running']);
    const claimed = [];
    while (claimed.length < 6) {
      const task = await store.tasks.claimNext(claimRequest(ME, 9_000));
      claimed.push(task && `${task.id} ${task.ownerDaemon} ${task.attempts}`);
    }
    await store.close();
    expect(claimed).toEqual([
      `running-unknown-since ${ME.owner} 1`,
      `running ${ME.owner} 1`,
      `claimed ${ME.owner} 1`,
      `waiting ${ME.owner} 1`,
      `queued ${ME.owner} 0`,
      null,
    ]);
  });

  it('is migrated whole or not at all', () => {
    // A table of that name stops the second step half-way.
    inFile((database) => database.exec('CREATE TABLE sessions (id TEXT)'));
    const before = tasks();
    expect(() => openDatabase({ file, binding: null })).toThrow('sessions');
    expect(tasks()).toEqual(before);
    expect(version()).toBe(0);
    expect(backups()).toEqual([]);
  });

  it('is copied beside itself first, as it was', () => {
    const before = tasks();
    void openStore().close();
    expect(backups()).toEqual(['fleetboard.db.v0.backup']);
    file = path.join(folder.path, 'fleetboard.db.v0.backup');
    expect(tasks()).toEqual(before);
    expect(version()).toBe(0);
    expect(inFile((database) => database.pragma('integrity_check', { simple: true }))).toBe('ok');
  });

  it('is copied once; a copy that is there already is left alone', () => {
    writeFileSync(`${file}.v0.backup`, 'of another time');
    void openStore().close();
    void openStore().close();
    expect(backups()).toEqual(['fleetboard.db.v0.backup', 'fleetboard.db.v0.backup-2']);
    expect(readFileSync(`${file}.v0.backup`, 'utf8')).toBe('of another time');
  });

  it('is refused and left as it is when it cannot be copied', () => {
    // A folder in the way of the copy.
    mkdirSync(`${file}.backup-partial`);
    const before = tasks();
    expect(() => openDatabase({ file, binding: null })).toThrow(
      expect.objectContaining({ code: 'database_not_backed_up' }),
    );
    expect(tasks()).toEqual(before);
    expect(version()).toBe(0);
  });

  it('needs no copy when it is new', () => {
    file = path.join(folder.path, 'new.db');
    void openStore().close();
    expect(backups()).toEqual([]);
    expect(existsSync(file)).toBe(true);
  });
});

describe('a file from before the fleet', () => {
  beforeEach(() => {
    writeFileOfVersion(2);
    inFile((database) => {
      database.exec(`
        INSERT INTO dispatch_tasks (id, account_id, project_id, kind, prompt, status, created_at, updated_at,
                                    owner_daemon, claim_owner, claimed_at, generation, revision)
          VALUES ('running', 'local', 'shop', 'spawn', 'Mend', 'running', 1, 1, '${ME.owner}', 'earlier-boot', 1, 3, 1);
        INSERT INTO dispatch_events VALUES ('later', 'local', 'shop', 'two', 'task.done', NULL, 70, NULL);
        INSERT INTO dispatch_events VALUES ('earlier', 'local', 'shop', 'one', 'task.done', NULL, 60, 65);`);
    });
  });

  it('keeps its rows, and its events get their places', async () => {
    const store = openStore();
    expect(await store.tasks.find('running')).toMatchObject({ generation: 3, isDelivery: false });
    expect((await store.events.list(0, 10)).events).toMatchObject([
      { id: 'earlier', position: 1, deliveredAt: 65 },
      { id: 'later', position: 2, deliveredAt: null },
    ]);
    expect(await store.fleet.daemons()).toEqual([]);
    expect(await store.fleet.oldWriter()).toBeNull();
    await store.close();
    expect(backups()).toEqual(['fleetboard.db.v2.backup']);
  });

  it('goes on working: the restarted daemon takes back at once what it had', async () => {
    const store = openStore();
    expect(await store.tasks.reclaimStale(ME, LEASE_MS, 2)).toMatchObject([
      { id: 'running', generation: 4, status: 'queued' },
    ]);
    await store.close();
  });
});

describe('a file from before the costs of tasks', () => {
  beforeEach(() => {
    writeFileOfVersion(6);
    inFile((database) => {
      database.exec(`
        INSERT INTO dispatch_tasks (id, account_id, project_id, kind, prompt, provider, status, created_at, updated_at,
                                    started_at, settled_at, owner_daemon, generation, revision)
          VALUES ('done', 'local', 'shop', 'spawn', 'Mend', 'claude', 'done', 1, 3, 2, 3, '${ME.owner}', 1, 1);`);
    });
  });

  it('keeps its rows: what had settled is counted, and has no cost until one is told', async () => {
    const before = tasks();
    const store = openStore();
    const numbers = () => store.numbers.read({ span: 'day', until: 3, timeZone: 'UTC' });
    expect(await numbers()).toMatchObject({
      agents: [{ agent: 'claude', tasks: { done: 1 } }],
      ...{ costs: [], withoutCost: 1 },
    });
    await store.numbers.addCost('done', { amount: 1, currency: 'EUR' });
    expect(await numbers()).toMatchObject({
      costs: [{ projectId: 'shop', amount: 1, currency: 'EUR', tasks: 1 }],
      withoutCost: 0,
    });
    await store.close();
    expect(tasks()).toEqual(before);
    expect(backups()).toEqual(['fleetboard.db.v6.backup']);
    expect(version()).toBe(LATEST);
  });
});

describe('a file from before checks were comparisons', () => {
  const schemaOf = (table: string) =>
    inFile((database) =>
      String(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table)),
    );
  /** Which of all these rows the file takes. */
  const taken = () =>
    inFile((database) => {
      const insertTask = database.prepare(
        `INSERT INTO dispatch_tasks (id, account_id, project_id, kind, prompt, status, created_at, updated_at,
                                     owner_daemon, claim_owner, claimed_at, held_until, dismissed_at, dismissed_by)
         VALUES ('task', 'local', 'shop', @kind, 'Mend', @status, 1, 1, 'me', @claim, @claim, @held, @put, @put)`,
      );
      const insertSession = database.prepare(
        `INSERT INTO sessions (id, account_id, project_id, owner_daemon, boot_id, task_id, agent, title, state,
                               accepts_prompts, folder, created_at, ended_at, revision)
         VALUES ('session', 'local', 'shop', 'me', 'boot', 'task', 'claude', 'Mend', @state, 0, '/', 1, @ended, 1)`,
      );
      const isTaken = (statement: Database.Statement, row: Row): boolean => {
        database.exec('SAVEPOINT one');
        try {
          statement.run(row);
          return true;
        } catch {
          return false;
        } finally {
          database.exec('ROLLBACK TO one; RELEASE one');
        }
      };
      const rows = [...taskStatusSchema.options, 'asleep', ''].flatMap((status) =>
        [...taskKindSchema.options, 'walk'].flatMap((kind) =>
          [1, null].flatMap((claim) =>
            [1, null].flatMap((put) => ({
              status,
              kind,
              claim,
              put,
              held: status === 'held' ? 1 : null,
            })),
          ),
        ),
      );
      const states = [...sessionStateSchema.options, 'asleep'];
      return [
        ...rows.map((row) => isTaken(insertTask, row)),
        ...states.flatMap((state) =>
          [1, null].map((ended) => isTaken(insertSession, { state, ended })),
        ),
      ];
    });

  it('takes and refuses the same rows, without a list to look anything up in', () => {
    writeFileOfVersion(7);
    const before = taken();
    expect(new Set(before)).toEqual(new Set([true, false]));
    expect(schemaOf('dispatch_tasks')).toMatch(/ IN \(/);
    openDatabase({ file, binding: null }).close();
    expect(taken()).toEqual(before);
    expect(schemaOf('dispatch_tasks')).not.toMatch(/ IN \(/);
    expect(schemaOf('sessions')).not.toMatch(/state IN \(/);
    expect(inFile((database) => database.pragma('integrity_check', { simple: true }))).toBe('ok');
  });
});

describe('a file from before what waits for a conductor had an index of its own', () => {
  it('tells the conductor what waited, in its order, and nothing that it was told', async () => {
    writeFileOfVersion(8);
    inFile((database) => {
      database.exec(`
        INSERT INTO projects (id, account_id, name, folder, created_at, used_at, conductor_session)
          VALUES ('shop', 'local', 'shop', '/', 1, 1, 'conductor');
        INSERT INTO sessions (id, account_id, project_id, owner_daemon, boot_id, task_id, agent, title, state,
                              accepts_prompts, folder, created_at, revision)
          VALUES ('conductor', 'local', 'shop', '${ME.owner}', '${ME.bootId}', 'made-for', 'claude', 'Lead', 'idle', 1, '/', 1, 1);
        INSERT INTO dispatch_events (id, account_id, project_id, task_id, type, created_at, delivered_at, position, delivery_task_id)
          VALUES ('told', 'local', 'shop', 'a', 'task.done', 50, 55, 1, 'delivery'),
                 ('second', 'local', 'shop', 'b', 'task.done', 40, NULL, 3, NULL),
                 ('first', 'local', 'shop', 'c', 'task.done', 60, NULL, 2, NULL),
                 ('on-its-way', 'local', 'shop', 'd', 'task.done', 70, NULL, 4, 'delivery');`);
    });
    const store = openStore();
    const [waiting] = await store.events.waiting(ME, 10);
    expect(waiting?.events.map(({ id }) => id)).toEqual(['first', 'second']);
    await store.close();
    expect(backups()).toEqual(['fleetboard.db.v8.backup']);
    expect(version()).toBe(LATEST);
  });
});
