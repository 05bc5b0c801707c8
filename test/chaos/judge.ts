import type { Evidence, EvidenceAudit, EvidenceTask, WitnessLine } from './evidence.ts';
import type { PlannedTask } from './plan.ts';

/** A planned task with the daemon that acknowledged it. */
export interface AcknowledgedTask extends PlannedTask {
  readonly taskId: string;
  readonly owner: string;
}

const RESULTS = new Set([
  'dispatch.completed',
  'dispatch.failed',
  'dispatch.blocked',
  'dispatch.requeued',
]);
const ENDS = new Set(['dispatch.completed', 'dispatch.failed', 'dispatch.blocked']);
const CHANGES_NOTHING = new Set(['dispatch.stale_result', 'approval.expired']);

/** What is wrong with what a run left behind, one sentence each; empty when every promise was kept. */
export function violationsIn(
  evidence: Evidence,
  acknowledged: readonly AcknowledgedTask[],
): readonly string[] {
  const audit = byTask(evidence.audit);
  const events = byTask(evidence.events);
  const sessions = new Map(evidence.sessions.map((session) => [session.id, session]));
  const tasks = new Map(evidence.tasks.map((task) => [task.id, task]));
  const wrong: string[] = [];

  if (evidence.integrity !== 'ok') wrong.push(`integrity_check: ${evidence.integrity}`);
  if (evidence.danglingReferences > 0)
    wrong.push(`${evidence.danglingReferences} dangling references`);
  if (evidence.workerProcesses > 0) wrong.push(`${evidence.workerProcesses} processes on record`);
  for (const left of evidence.processesLeft) wrong.push(`process left: ${left}`);
  for (const session of evidence.sessions) {
    if (session.state !== 'ended') wrong.push(`session ${session.id} is ${session.state}`);
  }
  if (tasks.size !== acknowledged.length) {
    wrong.push(`${tasks.size} tasks in the database, ${acknowledged.length} were acknowledged`);
  }

  for (const planned of acknowledged) {
    const task = tasks.get(planned.taskId);
    const say = (what: string) => wrong.push(`${planned.label} (${planned.taskId}): ${what}`);
    if (task === undefined) {
      say('acknowledged and lost');
      continue;
    }
    for (const what of [
      ...wrongEnd(task, planned, events.get(task.id)?.map(({ type }) => type) ?? []),
      ...wrongHistory(task, planned, audit.get(task.id) ?? []),
      ...wrongWork(task, planned, evidence.witnesses.get(planned.label) ?? [], (id) => {
        const session = sessions.get(id);
        return session?.task_id === task.id && session.owner_daemon === planned.owner;
      }),
    ]) {
      say(what);
    }
  }
  return wrong;
}

/** The row and its event. */
function wrongEnd(task: EvidenceTask, planned: PlannedTask, events: readonly string[]): string[] {
  const wrong: string[] = [];
  const expectedEvents = task.kind === 'attempt' ? [] : [`task.${task.status}`];
  if (events.join() !== expectedEvents.join()) {
    wrong.push(`events [${events}] of a ${task.kind} that is ${task.status}`);
  }
  if (task.claim_owner !== null) wrong.push('settled but claimed');
  switch (task.status) {
    case 'done':
      if (planned.ending === 'fails' || planned.ending === 'dies') wrong.push('done, but it fails');
      if (task.error !== null) wrong.push('done with an error');
      return wrong;
    case 'blocked':
      if (task.kind !== 'spawn') wrong.push('an attempt was retried until it was blocked');
      if (task.attempts !== task.failure_limit)
        wrong.push(`blocked after ${task.attempts} failures`);
      if (task.error === null || task.error_code === null) wrong.push('blocked without a reason');
      return wrong;
    case 'failed':
      if (task.kind !== 'attempt') wrong.push('a spawn that can be tried again has failed');
      if (task.attempts !== 1) wrong.push(`an attempt failed ${task.attempts} times`);
      if (task.error === null || task.error_code === null) wrong.push('failed without a reason');
      return wrong;
    default:
      return [...wrong, `not ended: ${task.status}`];
  }
}

/** The audit: who did what, in which generation, and that it ended once. */
function wrongHistory(
  task: EvidenceTask,
  planned: AcknowledgedTask,
  audit: readonly EvidenceAudit[],
): string[] {
  const wrong: string[] = [];
  let generation = 0;
  let claimed = false;
  let failures = 0;
  let ended = 0;
  for (const entry of audit) {
    const what = `${entry.action} of generation ${entry.generation}`;
    if (CHANGES_NOTHING.has(entry.action)) continue;
    if (ended > 0) wrong.push(`${what} after its end`);
    if (entry.action === 'dispatch.enqueued') continue;
    if (entry.actor !== planned.owner) wrong.push(`${what} by ${entry.actor}`);
    if (entry.action === 'dispatch.claimed' || entry.action === 'dispatch.reclaimed') {
      if (entry.generation !== generation + 1) wrong.push(`${what} follows ${generation}`);
      if (claimed === (entry.action === 'dispatch.claimed')) wrong.push(`${what} out of turn`);
      generation = entry.generation;
      claimed = entry.action === 'dispatch.claimed';
    } else {
      if (entry.generation !== generation || !claimed)
        wrong.push(`stale: ${what} during ${generation}`);
      if (RESULTS.has(entry.action)) claimed = false;
    }
    if (entry.action === 'dispatch.reclaimed' || isFailure(entry)) failures += 1;
    if (ENDS.has(entry.action) || endsByReclaim(entry, task)) ended += 1;
  }
  if (ended !== 1) wrong.push(`ended ${ended} times`);
  if (task.owner_daemon !== planned.owner) wrong.push(`owner is ${task.owner_daemon}`);
  if (task.generation !== generation)
    wrong.push(`generation ${task.generation}, audit ${generation}`);
  if (task.attempts !== failures) wrong.push(`${task.attempts} failures, audit ${failures}`);
  return wrong;
}

function isFailure({ action }: EvidenceAudit): boolean {
  return RESULTS.has(action) && action !== 'dispatch.completed';
}

function endsByReclaim(entry: EvidenceAudit, task: EvidenceTask): boolean {
  return entry.action === 'dispatch.reclaimed' && entry.generation === task.generation;
}

/** What the workers themselves wrote down. */
function wrongWork(
  task: EvidenceTask,
  planned: AcknowledgedTask,
  witness: readonly WitnessLine[],
  isSessionOfTask: (id: string) => boolean,
): string[] {
  const wrong: string[] = [];
  const lines = (word: WitnessLine['word']) => witness.filter((line) => line.word === word);
  const starts = lines('start');
  const sessions = new Set(starts.map(({ session }) => session));
  for (const { pid } of lines('beside')) wrong.push(`started while its worker ${pid} was there`);
  if (sessions.size !== starts.length) wrong.push('one session worked twice');
  for (const { session, owner } of starts) {
    if (!isSessionOfTask(session)) wrong.push(`worked on in the unknown session ${session}`);
    if (owner !== planned.owner) wrong.push(`worked on by ${owner}`);
  }
  if (starts.length > task.generation)
    wrong.push(`${starts.length} starts, ${task.generation} claims`);
  if (task.status !== 'done') return wrong;
  const last = starts.at(-1)?.session;
  const finishes = lines('finish').filter(({ session }) => session === last);
  if (finishes.length !== 1) wrong.push(`its last worker finished ${finishes.length} times`);
  if (task.worker_session_id !== last) wrong.push(`done by ${task.worker_session_id}, not ${last}`);
  if (task.result_digest !== last)
    wrong.push(`the result is that of ${task.result_digest}, not ${last}`);
  return wrong;
}

function byTask<Row extends { readonly task_id: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const grouped = new Map<string, Row[]>();
  for (const row of rows) {
    const ofTask = grouped.get(row.task_id);
    if (ofTask === undefined) grouped.set(row.task_id, [row]);
    else ofTask.push(row);
  }
  return grouped;
}
