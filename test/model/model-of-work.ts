import type { DaemonIdentity, TaskClaim } from '../../electron/daemon/store/store.ts';
import type { TaskKind } from '../../shared/tasks.ts';
import { isTerminal } from '../../shared/terminal-statuses.ts';
import { WORK_ERRORS } from '../../shared/work-errors.ts';
import { type ModelTask, named, notHeld, type QueueState, type Result } from './queue-state.ts';
import { ACTOR, BACKOFF, type Daemon, LEASE_MS, type TaskName } from './steps.ts';

const FREE = { claimOwner: null, claimedAt: null };

export function enqueue(
  queue: QueueState,
  id: TaskName,
  kind: TaskKind,
  project: string,
  failureLimit: number,
  owner: string | null,
): ModelTask {
  const task: ModelTask = {
    ...{ id, kind, project, failureLimit, owner, createdAt: queue.now, updatedAt: queue.now },
    ...{ status: 'queued', attempts: 0, generation: 0, ...FREE, notBefore: null, heldUntil: null },
    ...{ parkedSince: null, parkedMs: 0 },
    ...{ kept: null, digest: null, errorCode: null, session: null },
    ...{ startedAt: null, settledAt: null, dismissedBy: null },
  };
  queue.tasks.set(id, task);
  queue.changes += 1;
  return task;
}

/** Oldest first, among what is due, mine or nobody's, not excluded, and has room under the cap of its project. */
export function claim(queue: QueueState, by: Daemon, cap: number, except: readonly TaskName[]) {
  const me = queue.me(by);
  const [task] = queue
    .all(
      ({ id, status, notBefore, owner, kind, project }) =>
        status === 'queued' &&
        (notBefore === null || notBefore <= queue.now) &&
        (owner === me.owner || owner === null) &&
        !except.includes(id) &&
        (kind === 'send' || workersAtWork(queue, project, me) < cap),
    )
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  if (task === undefined) return null;
  queue.change(task, {
    ...{ status: 'claimed', generation: task.generation + 1, owner: me.owner },
    ...{ claimOwner: me.bootId, claimedAt: queue.now, notBefore: null },
  });
  queue.rememberClaimant(task, by);
  queue.writeDown('dispatch.claimed', task);
  return named(task);
}

/** Held attempts and workers with an open question wait on a person and fill no place. */
function workersAtWork(queue: QueueState, project: string, me: DaemonIdentity): number {
  return queue.all(
    (task) =>
      task.project === project &&
      task.owner === me.owner &&
      task.kind !== 'send' &&
      (task.status === 'claimed' || task.status === 'running') &&
      queue.openQuestionsOf(task).length === 0,
  ).length;
}

export function release(queue: QueueState, held: TaskClaim) {
  const task = queue.under(held, 'claimed');
  if (task === undefined) return notHeld(taskOf(queue, held));
  queue.change(task, { status: 'queued', ...FREE });
  queue.expireQuestionsOf(task);
  queue.writeDown('dispatch.released', task);
  return { outcome: 'released' };
}

export function markRunning(queue: QueueState, held: TaskClaim, session: string) {
  const task = queue.under(held, 'claimed', 'running', 'held');
  if (task === undefined) return notHeld(taskOf(queue, held));
  queue.change(task, { session, startedAt: task.startedAt ?? queue.now });
  if (task.status === 'held') return { outcome: 'held' };
  task.status = 'running';
  queue.writeDown('dispatch.running', task);
  return { outcome: 'running' };
}

/** Answers with the claims that no longer stand. */
export function touch(queue: QueueState, held: TaskClaim) {
  const task = queue.under(held, 'claimed', 'running');
  if (task === undefined) return [held];
  queue.change(task, { claimedAt: queue.now });
  return [];
}

/** A result: applied, kept while its task is held, or stale. */
export function report(queue: QueueState, held: TaskClaim, result: Result) {
  const task = queue.under(held, 'claimed', 'running');
  if (task !== undefined) return end(queue, task, result);
  const parked = queue.under(held, 'held');
  if (parked !== undefined) {
    queue.change(parked, { kept: parked.kept ?? result });
    queue.writeDown('dispatch.result_kept', parked);
    return { outcome: 'kept' };
  }
  const current = taskOf(queue, held);
  if (current !== undefined) queue.writeDown('dispatch.stale_result', current);
  return notHeld(current);
}

export function end(queue: QueueState, task: ModelTask, result: Result) {
  if (result.outcome === 'done') {
    queue.change(task, { status: 'done', digest: result.digest, errorCode: null, ...FREE });
    queue.conclude(task, 'dispatch.completed');
    return { outcome: 'settled', task: named(task) };
  }
  const { retryable } = WORK_ERRORS[result.code];
  const attempts = task.attempts + 1;
  queue.change(task, { attempts, errorCode: result.code, ...FREE });
  if (task.kind === 'attempt' || !retryable) task.status = 'failed';
  else if (attempts >= task.failureLimit) task.status = 'blocked';
  else {
    const wait = BACKOFF.baseMs * 2 ** attempts * (1 + BACKOFF.jitter);
    task.status = 'queued';
    task.notBefore = queue.now + Math.floor(Math.min(BACKOFF.capMs, wait));
    queue.expireQuestionsOf(task);
    queue.writeDown('dispatch.requeued', task);
    return { outcome: 'requeued', task: named(task) };
  }
  queue.conclude(task, `dispatch.${task.status}`);
  return { outcome: 'settled', task: named(task) };
}

/** Mine of an earlier boot or with an expired lease; nobody's with an expired lease. */
export function reclaimStale(queue: QueueState, by: Daemon) {
  const me = queue.me(by);
  const stale = queue.all(({ status, owner, claimOwner, claimedAt }) => {
    const isExpired = (claimedAt ?? 0) + LEASE_MS <= queue.now;
    return (
      (status === 'claimed' || status === 'running') &&
      (owner === me.owner ? claimOwner !== me.bootId || isExpired : owner === null && isExpired)
    );
  });
  for (const task of stale) takeBack(queue, task);
  return stale.map(named);
}

function takeBack(queue: QueueState, task: ModelTask): void {
  const attempts = task.attempts + 1;
  queue.change(task, { generation: task.generation + 1, attempts, ...FREE });
  if (task.kind === 'attempt') {
    queue.change(task, { status: 'failed', errorCode: 'attempt_reclaimed' });
  } else if (attempts >= task.failureLimit) {
    queue.change(task, { status: 'blocked', errorCode: 'reclaimed_too_often' });
  } else {
    task.status = 'queued';
    queue.expireQuestionsOf(task);
    queue.writeDown('dispatch.reclaimed', task);
    return;
  }
  queue.conclude(task, 'dispatch.reclaimed');
}

/** In any open state, mine; nobody's only while it is queued. */
export function cancel(queue: QueueState, by: Daemon, id: TaskName) {
  const task = queue.tasks.get(id);
  if (task === undefined) return { outcome: 'not_found' };
  const { status, owner } = task;
  if (isTerminal(status)) return { outcome: 'already_settled', status };
  if (owner !== queue.me(by).owner && !(owner === null && status === 'queued')) {
    return { outcome: 'not_owner', ownerDaemon: owner ?? 'not known' };
  }
  const generation = task.generation + 1;
  queue.change(task, {
    status: 'cancelled',
    generation,
    ...FREE,
    notBefore: null,
    heldUntil: null,
  });
  dropKept(queue, task);
  queue.conclude(task, 'dispatch.cancelled');
  return { outcome: 'cancelled', task: named(task) };
}

/** An attempt that ends without an unhold: what it had finished is not applied, but the digest stays and it is written down. */
export function dropKept(queue: QueueState, task: ModelTask): void {
  if (task.kept === null) return;
  if (task.kept.outcome === 'done') task.digest = task.kept.digest;
  task.kept = null;
  queue.writeDown('dispatch.result_not_applied', task);
}

export function dismiss(queue: QueueState, id: TaskName) {
  const task = queue.tasks.get(id);
  if (task === undefined) return { outcome: 'not_found' };
  const { status, dismissedBy } = task;
  if (dismissedBy !== null) return { outcome: 'already_dismissed', by: dismissedBy };
  if (!isTerminal(status)) return { outcome: 'not_settled', status };
  queue.change(task, { dismissedBy: ACTOR });
  queue.writeDown('dispatch.dismissed', task);
  return { outcome: 'dismissed' };
}

function taskOf(queue: QueueState, { id }: TaskClaim): ModelTask | undefined {
  return queue.all((task) => task.id === id)[0];
}
