import { deepStrictEqual } from 'node:assert';
import { z } from 'zod';
import { keptResultSchema } from '../../electron/daemon/store/tasks/kept-result.ts';
import { taskStatusSchema } from '../../shared/tasks.ts';
import type { Row } from '../helpers/store-database.ts';
import type { View } from './fleet-under-test.ts';
import { type ModelTask, named, type QueueState, type Result } from './queue-state.ts';

/** The file before and after one step. */
export interface Moment {
  readonly before: View;
  readonly after: View;
}

/** Each row, each question, and everything that was written down are what the model says. */
export function expectAgreement({ after }: Moment, queue: QueueState): void {
  deepStrictEqual(
    after.tasks.map(rowInShort),
    queue
      .all()
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(taskInShort),
    'the rows',
  );
  deepStrictEqual(
    after.approvals.map(approvalInShort).sort(),
    questionsInShort(queue).sort(),
    'the questions',
  );
  deepStrictEqual(
    after.audit
      .map(({ action, task_id, generation }) => `${action} ${task_id} ${generation}`)
      .sort(),
    [...queue.audit].sort(),
    'the audit',
  );
  deepStrictEqual(
    after.events.map(({ type, task_id }) => `${type} ${task_id}`).sort(),
    [...queue.events].sort(),
    'the events',
  );
}

export function expectSameAnswer(answered: unknown, expected: unknown): void {
  deepStrictEqual(inShort(answered), inShort(expected), 'the answer');
}

const taskSchema = z.object({
  id: z.string(),
  kind: z.string(),
  status: taskStatusSchema,
  generation: z.number(),
  failureLimit: z.number(),
});

/** An answer without what the rows say anyway: tasks by name, lists without an order, no ids of questions. */
function inShort(answer: unknown): unknown {
  if (Array.isArray(answer)) {
    return answer.map(inShort).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof answer !== 'object' || answer === null) return answer;
  const task = taskSchema.safeParse(answer);
  if (task.success) return named(task.data);
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([key]) => !['approvalId', 'question', 'offered'].includes(key))
      .map(([key, value]) => [key, inShort(value)]),
  );
}

function rowInShort(row: Row) {
  return {
    id: row.id,
    kind: row.kind,
    project: row.project_id,
    failureLimit: row.failure_limit,
    createdAt: row.created_at,
    status: row.status,
    attempts: row.attempts,
    generation: row.generation,
    owner: row.owner_daemon,
    claimOwner: row.claim_owner,
    claimedAt: row.claimed_at,
    notBefore: row.not_before,
    heldUntil: row.held_until,
    parkedSince: row.parked_since,
    parkedMs: row.parked_ms,
    kept: row.kept_result === null ? null : keptIn(String(row.kept_result)),
    digest: row.result_digest,
    errorCode: row.error_code,
    session: row.worker_session_id,
    startedAt: row.started_at,
    settledAt: row.settled_at,
    dismissedBy: row.dismissed_by,
    updatedAt: row.updated_at,
  };
}

function taskInShort(task: ModelTask): ReturnType<typeof rowInShort> {
  return { ...task };
}

function keptIn(json: string): Result {
  const kept = keptResultSchema.parse(JSON.parse(json));
  return kept.outcome === 'done' ? kept : { outcome: 'failed', code: kept.error.code };
}

function approvalInShort({ name, generation, request_id, status, option_id, expires_at }: Row) {
  return `${name}: ${request_id} of ${generation} ${status} ${option_id} until ${expires_at}`;
}

function questionsInShort(queue: QueueState): string[] {
  const counts = new Map<string, number>();
  return queue.questions.map(({ task, request, generation, status, option, expiresAt }) => {
    const index = counts.get(task) ?? 0;
    counts.set(task, index + 1);
    return `${task} ${index}: ${request} of ${generation} ${status} ${option} until ${expiresAt}`;
  });
}
