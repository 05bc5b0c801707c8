import { expect } from 'vitest';
import type { DatabaseUnderTest, Row, Tables } from './store-database.ts';

/** By row id: the columns that changed, with their new values; whole rows where they are new. */
export type Changes = Readonly<Record<string, Row>>;

export interface WrittenAudit {
  readonly task: string;
  readonly action: string;
  readonly actor: string;
  readonly generation: number;
  readonly detail: string;
  readonly at: number;
}

export interface Change<Answer> {
  readonly answer: Answer;
  /** Without `revision` and `updated_at`, which are checked here for every changed row. */
  readonly tasks: Changes;
  readonly approvals: Changes;
  readonly sessions: Changes;
  /** `type task digest` of each new event. */
  readonly events: readonly string[];
  readonly audit: readonly WrittenAudit[];
}

/** Everything that one call changed in the database. A changed task must be newer on the board and carry `now`. */
export async function changeBy<Answer>(
  database: DatabaseUnderTest,
  now: number,
  call: () => Promise<Answer>,
): Promise<Change<Answer>> {
  const before = database.tables();
  const answer = await call();
  const after = database.tables();
  const tasks = changesOf(before.tasks, after.tasks);
  for (const [id, columns] of Object.entries(tasks)) {
    expect(columns.revision, `revision of ${id}`).toBeGreaterThan(before.boardRevision);
    expect(columns.revision, `revision of ${id}`).toBeLessThanOrEqual(after.boardRevision);
    expect(after.tasks.find((row) => row.id === id)?.updated_at, `updated_at of ${id}`).toBe(now);
    delete columns.revision;
    delete columns.updated_at;
  }
  const sessions = changesOf(before.sessions, after.sessions);
  if (Object.keys(tasks).length + Object.keys(sessions).length === 0) {
    expect(after.boardRevision, 'the board revision of an unchanged board').toBe(
      before.boardRevision,
    );
  }
  return {
    answer,
    tasks,
    sessions,
    approvals: changesOf(before.approvals, after.approvals),
    events: newRows(before.events, after.events).map(
      (event) => `${event.type} ${event.task_id} ${event.digest}`,
    ),
    audit: auditBetween(before, after),
  };
}

/** The call answers with this and changes nothing at all; what it writes down is returned. */
export async function expectRefusal<Answer>(
  database: DatabaseUnderTest,
  call: () => Promise<Answer>,
  answer: Awaited<Answer>,
): Promise<readonly WrittenAudit[]> {
  const withoutAudit = ({ audit: _audit, ...tables }: Tables) => tables;
  const before = database.tables();
  expect(await call()).toEqual(answer);
  const after = database.tables();
  expect(withoutAudit(after)).toEqual(withoutAudit(before));
  return auditBetween(before, after);
}

export function actions(audit: readonly WrittenAudit[]): readonly string[] {
  return audit.map((entry) => entry.action);
}

function auditBetween(before: Tables, after: Tables): readonly WrittenAudit[] {
  return newRows(before.audit, after.audit).map((entry) => ({
    task: String(entry.task_id),
    action: String(entry.action),
    actor: String(entry.actor),
    generation: Number(entry.generation),
    detail: String(entry.detail),
    at: Number(entry.at),
  }));
}

function newRows(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  expect(after.slice(0, before.length), 'what was written stays').toEqual(before);
  return after.slice(before.length);
}

function changesOf(before: readonly Row[], after: readonly Row[]): Record<string, Row> {
  const earlier = new Map(before.map((row) => [row.id, row]));
  expect(after.length, 'no row goes away').toBeGreaterThanOrEqual(before.length);
  return Object.fromEntries(
    after.flatMap((row) => {
      const old = earlier.get(row.id ?? null);
      const changed = Object.entries(row).filter(
        ([column, value]) => old === undefined || old[column] !== value,
      );
      return changed.length === 0 ? [] : [[String(row.id), Object.fromEntries(changed)]];
    }),
  );
}
