import path from 'node:path';
import Database from 'better-sqlite3';

/** Reads a home's database from outside, as an operator would. */
export function readRows<Row>(home: string, sql: string, ...parameters: unknown[]): Row[] {
  const database = new Database(path.join(home, 'fleetboard.db'), {
    readonly: true,
    timeout: 5_000,
  });
  try {
    return database.prepare(sql).all(...parameters) as Row[];
  } finally {
    database.close();
  }
}

export interface TaskFacts {
  id: string;
  kind: string;
  status: string;
  generation: number;
  attempts: number;
  claimed_at: number | null;
  held_until: number | null;
  worker_session_id: string | null;
  work_folder: string | null;
  branch: string | null;
  result_digest: string | null;
  error: string | null;
  error_code: string | null;
  error_next_step: string | null;
}

export function readTask(home: string, id: string): TaskFacts {
  const [row] = readRows<TaskFacts>(home, 'SELECT * FROM dispatch_tasks WHERE id = ?', id);
  if (row === undefined) throw new Error(`no task ${id}`);
  return row;
}

/** Pid of the process group that works (or worked) for a task. */
export function processOf(home: string, taskId: string): number {
  const [row] = readRows<{ pid: number }>(
    home,
    `SELECT pid FROM worker_processes
     WHERE session_id = (SELECT worker_session_id FROM dispatch_tasks WHERE id = ?)`,
    taskId,
  );
  if (row === undefined) throw new Error(`no process is recorded for task ${taskId}`);
  return row.pid;
}

export function auditActions(home: string, taskId: string): string[] {
  return readRows<{ action: string }>(
    home,
    'SELECT action FROM audit WHERE task_id = ? ORDER BY id',
    taskId,
  ).map((row) => row.action);
}
