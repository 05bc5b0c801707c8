import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import type { TaskStatus } from '../../../shared/tasks.ts';
import { isTerminal } from '../../../shared/terminal-statuses.ts';
import type { TranscriptEntry } from '../../../shared/transcripts.ts';

type Row = Readonly<Record<string, string | number | null>>;

export interface RowsOf {
  readonly home: string;
  /** The daemon that the rows belong to, as it is now: what it owns under an earlier boot is reclaimed. */
  readonly owner: string;
  readonly bootId: string;
  /** What every time of the rows counts back from, in Unix milliseconds. */
  readonly now: number;
}

const MINUTE_MS = 60_000;

/** Writes rows as daemons leave them, without anything that runs. Times are minutes ago. */
export class CompanyRows {
  readonly of: RowsOf;
  readonly #database: Database.Database;

  constructor(database: Database.Database, of: RowsOf) {
    this.#database = database;
    this.of = of;
  }

  ago(minutes: number): number {
    return Math.round(this.of.now - minutes * MINUTE_MS);
  }

  insert(table: string, row: Row): void {
    const names = Object.keys(row);
    this.#database
      .prepare(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
      )
      .run(row);
  }

  project(id: string, folder: string): void {
    const times = { created_at: this.ago(9_000), used_at: this.ago(projectOrder[id] ?? 9) };
    this.insert('projects', { id, account_id: 'local', name: id, folder, ...times });
  }

  /** A spawn that ships, unless said otherwise; one that works has a session of its own. */
  task(task: {
    readonly id: string;
    readonly project: string;
    readonly prompt: string;
    readonly agent: string;
    readonly status: TaskStatus;
    /** When it was asked for, and when it started and settled, in minutes ago. */
    readonly created: number;
    readonly started?: number;
    readonly settled?: number;
    readonly more?: Row;
  }): void {
    const { id, project, status, created, started, settled } = task;
    const isAtWork = status === 'running' || status === 'held';
    this.insert('dispatch_tasks', {
      ...{ id, account_id: 'local', project_id: project, kind: 'spawn', shape: 'ship' },
      ...{ workdir: this.folderOf(project), prompt: task.prompt, provider: task.agent },
      ...{ profile: 'standard', status, created_by: 'window', owner_daemon: this.of.owner },
      ...{ generation: 1, created_at: this.ago(created), updated_at: this.ago(settled ?? created) },
      started_at: started === undefined ? null : this.ago(started),
      settled_at: isTerminal(status) ? this.ago(settled ?? 1) : null,
      claim_owner: isAtWork ? this.of.bootId : null,
      // No lease runs out while somebody looks.
      claimed_at: isAtWork ? this.ago(-600) : null,
      held_until: status === 'held' ? this.ago(-100) : null,
      branch: started === undefined ? null : `fleetboard/${id}/1`,
      revision: this.#nextRevision(),
      ...task.more,
    });
  }

  session(session: {
    readonly id: string;
    readonly task: string;
    readonly project: string;
    readonly agent: string;
    readonly title: string;
    readonly state: 'working' | 'awaiting' | 'idle' | 'ended';
    readonly created: number;
    readonly transcript?: readonly TranscriptEntry[];
  }): void {
    const { id, task, project, agent, title, state, created, transcript = [] } = session;
    this.insert('sessions', {
      ...{ id, account_id: 'local', project_id: project, owner_daemon: this.of.owner },
      ...{ boot_id: this.of.bootId, task_id: task, agent, title, state, accepts_prompts: 1 },
      ...{ folder: this.folderOf(project), branch: `fleetboard/${task}/1` },
      ...{ created_at: this.ago(created), ended_at: state === 'ended' ? this.ago(1) : null },
      revision: this.#nextRevision(),
    });
    const folder = path.join(this.of.home, 'transcripts');
    mkdirSync(folder, { recursive: true });
    const lines = transcript.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    appendFileSync(path.join(folder, `${id}.jsonl`), lines);
  }

  question(question: {
    readonly task: string;
    readonly session: string;
    readonly project: string;
    readonly title: string;
    readonly command: string;
    readonly asked: number;
    /** Null: it is still open. */
    readonly answeredBy: string | null;
  }): void {
    const { task, session, project, title, command, asked, answeredBy } = question;
    const isOpen = answeredBy === null;
    this.insert('approvals', {
      ...{ id: `q-${task}-${asked}`, account_id: 'local', project_id: project, task_id: task },
      ...{ session_id: session, request_id: `request-${asked}`, generation: 1, title },
      ...{ tool_kind: 'execute', subject: command },
      reason: 'The profile "standard" lets no command run that is not on its list.',
      request: JSON.stringify({ command, locations: [], diffs: [] }),
      options: JSON.stringify(OPTIONS),
      ...{ status: isOpen ? 'open' : 'answered', option_id: isOpen ? null : 'once' },
      ...{ answered_by: answeredBy, asked_at: this.ago(asked), expires_at: this.ago(-100) },
      closed_at: isOpen ? null : this.ago(asked - 1),
    });
  }

  audit(of: { readonly id: string; readonly project: string }, entries: readonly Audited[]): void {
    for (const [minutes, action, actor, detail] of entries) {
      this.insert('audit', {
        ...{ account_id: 'local', project_id: of.project, task_id: of.id, action, actor, detail },
        ...{ generation: action.startsWith('run.') ? null : 1, at: this.ago(minutes) },
      });
    }
  }

  folderOf(project: string): string {
    return path.join(path.dirname(this.of.home), project);
  }

  run(id: string, project: string, row: Row): void {
    const worktree = path.join(this.of.home, 'worktrees', `run-${id}-1`);
    this.insert('runs', {
      ...{ id, account_id: 'local', project_id: project, owner_daemon: this.of.owner },
      ...{ profile: 'standard', folder: this.folderOf(project), created_by: 'window' },
      ...{ repository: this.folderOf(project), base_branch: 'main', worktree },
      ...{ branch: `fleetboard/${id}/1`, max_attempts: 5, max_cost: 5, is_set_up: 1 },
      revision: this.#nextRevision(),
      ...row,
    });
  }

  attempt(run: string, ordinal: number, row: Row): void {
    this.insert('run_attempts', {
      ...{ run_id: run, ordinal, round: 1, task_id: `${run}-${ordinal}`, not_before: 0 },
      ...{ because: ordinal === 1 ? 'goal' : 'check_failure', cost_currency: 'USD' },
      ...row,
    });
  }

  #nextRevision(): number {
    const row = this.#database.prepare('SELECT revision + 1 AS next FROM board').get();
    return (row as { next: number }).next;
  }
}

/** Minutes ago, what, who, in a sentence. */
export type Audited = readonly [minutes: number, action: string, actor: string, detail: string];

/** In which they were used last, so that they are offered in this order. */
const projectOrder: Readonly<Record<string, number>> = { shop: 1, api: 2, docs: 3 };

const OPTIONS = [
  { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];
