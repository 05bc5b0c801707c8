import type Database from 'better-sqlite3';

interface SettledRow {
  readonly id: string;
  readonly kind?: 'spawn' | 'send' | 'attempt';
  readonly status?: 'done' | 'failed' | 'blocked' | 'cancelled';
  readonly agent?: string;
  readonly project?: string;
  readonly startedAt: number | null;
  readonly settledAt: number;
  readonly parkedMs?: number;
}

const NEXT_REVISION = '(SELECT revision + 1 FROM board)';

/** A task that has settled, as if it had gone through the queue. */
export function addSettled(database: Database.Database, row: SettledRow): void {
  database
    .prepare(
      `INSERT INTO dispatch_tasks (id, account_id, project_id, kind, shape, workdir, prompt, provider, status,
         created_by, created_at, updated_at, started_at, settled_at, parked_ms, owner_daemon, dismissed_at,
         dismissed_by, revision)
       VALUES (@id, 'local', @project, @kind, 'ship', '/projects', 'A task', @agent, @status,
         'ann', @settledAt, @settledAt, @startedAt, @settledAt, @parkedMs, '127.0.0.1:7455', @settledAt,
         'ann', ${NEXT_REVISION})`,
    )
    .run({ kind: 'spawn', status: 'done', agent: 'claude', project: 'gate', parkedMs: 0, ...row });
}

/** A question of a task that was answered. */
export function addAnswered(
  database: Database.Database,
  question: { readonly taskId: string; readonly askedAt: number; readonly closedAt: number },
): void {
  database
    .prepare(
      `INSERT INTO approvals (id, account_id, project_id, task_id, session_id, request_id, generation, title,
         tool_kind, subject, reason, request, options, status, option_id, answered_by, asked_at, expires_at, closed_at)
       VALUES (@taskId || '/' || @askedAt, 'local', 'gate', @taskId, 'session', 'request', 1, 'Run it',
         'execute', 'it', 'because', '{}', '[]', 'answered', 'allow', 'ann', @askedAt, @closedAt, @closedAt)`,
    )
    .run(question);
}

interface EndedRun {
  readonly id: string;
  readonly agent?: string;
  readonly project?: string;
  readonly reason?: 'passed' | 'exhausted' | 'stopped';
  readonly endedAt: number;
  readonly attempts: readonly {
    readonly startedAt: number;
    readonly settledAt: number;
    readonly checkedAt?: number;
    readonly parkedMs?: number;
    readonly cost?: { readonly amount: number; readonly currency: string };
  }[];
}

/** A run that was merged, with the tasks of its attempts. */
export function addEndedRun(database: Database.Database, run: EndedRun): void {
  const { id, agent = 'claude', project = 'gate', reason = 'passed', endedAt } = run;
  database
    .prepare(
      `INSERT INTO runs (id, account_id, project_id, owner_daemon, goal, agent, profile, folder, repository,
         base_branch, base_commit, branch, worktree, check_command, max_attempts, status, end_reason, created_by,
         created_at, updated_at, ended_at, removed_at, revision)
       VALUES (@id, 'local', @project, '127.0.0.1:7455', 'A goal', @agent, 'careful', '/projects', '/projects',
         'main', 'aa', 'branch', '/worktree', 'true', 5, 'merged', @reason, 'ann',
         @endedAt, @endedAt, @endedAt, @endedAt, ${NEXT_REVISION})`,
    )
    .run({ id, agent, project, reason, endedAt });
  for (const [index, attempt] of run.attempts.entries()) {
    const { startedAt, settledAt, checkedAt = null, parkedMs = 0, cost } = attempt;
    const taskId = `${id}/${index + 1}`;
    const times = { startedAt, settledAt, parkedMs };
    addSettled(database, { id: taskId, kind: 'attempt', agent, project, ...times });
    database
      .prepare(
        `INSERT INTO run_attempts (run_id, ordinal, round, task_id, phase, because, prompt, not_before, outcome,
           cost_amount, cost_currency, parked_ms, started_at, settled_at, checked_at)
         VALUES (@id, @ordinal, 1, @taskId, 'decided', 'goal', 'A prompt', 0, 'passed',
           @amount, @currency, @parkedMs, @startedAt, @settledAt, @checkedAt)`,
      )
      .run({
        ...{ id, ordinal: index + 1, taskId, ...times, checkedAt },
        ...{ amount: cost?.amount ?? null, currency: cost?.currency ?? null },
      });
  }
}

export function nameProject(database: Database.Database, id: string, name: string): void {
  database
    .prepare(
      `INSERT INTO projects (id, account_id, name, folder, created_at, used_at)
       VALUES (@id, 'local', @name, '/projects', 0, 0)`,
    )
    .run({ id, name });
}
