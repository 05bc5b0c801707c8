import { describe, expect, it } from 'vitest';
import type { Evidence, EvidenceAudit, EvidenceTask, WitnessLine } from '../chaos/evidence.ts';
import { type AcknowledgedTask, violationsIn } from '../chaos/judge.ts';

const OWNER = '127.0.0.1:7455';
const PLANNED: AcknowledgedTask = {
  label: 'task-0-0',
  daemon: 0,
  kind: 'spawn',
  ending: 'done',
  atMs: 0,
  prompt: 'work',
  taskId: 'one',
  owner: OWNER,
};
const TASK: EvidenceTask = {
  id: 'one',
  kind: 'spawn',
  prompt: 'work',
  status: 'done',
  attempts: 1,
  failure_limit: 4,
  generation: 3,
  owner_daemon: OWNER,
  claim_owner: null,
  worker_session_id: 'second',
  result_digest: 'second',
  error: null,
  error_code: null,
};
const entry = (id: number, action: string, generation: number, actor = OWNER): EvidenceAudit => ({
  id,
  task_id: 'one',
  action: `dispatch.${action}`,
  actor,
  generation,
});
/** Killed while it ran, taken up again, done. */
const AUDIT: readonly EvidenceAudit[] = [
  entry(1, 'enqueued', 0, 'ann'),
  entry(2, 'claimed', 1),
  entry(3, 'running', 1),
  entry(4, 'reclaimed', 2),
  entry(5, 'claimed', 3),
  entry(6, 'running', 3),
  entry(7, 'completed', 3),
];
const line = (word: WitnessLine['word'], session: string, owner = OWNER): WitnessLine => ({
  word,
  session,
  owner,
  pid: 1,
});
const WITNESS = [line('start', 'first'), line('start', 'second'), line('finish', 'second')];
const session = (id: string, owner = OWNER) => ({
  id,
  task_id: 'one',
  owner_daemon: owner,
  boot_id: 'boot',
  state: 'ended',
});

function judged(evidence: Partial<Evidence>, planned: Partial<AcknowledgedTask> = {}): string {
  const whole: Evidence = {
    tasks: [TASK],
    audit: AUDIT,
    sessions: [session('first'), session('second')],
    events: [{ task_id: 'one', type: 'task.done' }],
    workerProcesses: 0,
    integrity: 'ok',
    danglingReferences: 0,
    witnesses: new Map([['task-0-0', WITNESS]]),
    processesLeft: [],
    ...evidence,
  };
  return violationsIn(whole, [{ ...PLANNED, ...planned }]).join('\n');
}
const withTask = (change: Partial<EvidenceTask>) => judged({ tasks: [{ ...TASK, ...change }] });
const withAudit = (...more: EvidenceAudit[]) => judged({ audit: [...AUDIT, ...more] });
const withWitness = (...lines: WitnessLine[]) =>
  judged({ witnesses: new Map([['task-0-0', lines]]) });

describe('the judge of the chaos run', () => {
  it('finds nothing where every promise was kept', () => {
    expect(judged({})).toBe('');
    expect(withAudit(entry(8, 'stale_result', 1))).toBe('');
  });

  it('finds a task that was lost, is open, or that nobody asked for', () => {
    expect(judged({ tasks: [] })).toContain('acknowledged and lost');
    expect(withTask({ status: 'running' })).toContain('not ended: running');
    expect(judged({ tasks: [TASK, { ...TASK, id: 'two' }] })).toContain('2 tasks in the database');
  });

  it('finds what ended twice, or went on after its end', () => {
    expect(withAudit(entry(8, 'completed', 3))).toContain('ended 2 times');
    expect(withAudit(entry(8, 'claimed', 4))).toContain('after its end');
    expect(judged({ audit: AUDIT.slice(0, -1) })).toContain('ended 0 times');
  });

  it('finds a result of an older generation', () => {
    const audit = [...AUDIT.slice(0, -1), entry(7, 'completed', 1)];
    expect(judged({ audit })).toContain('stale: dispatch.completed of generation 1 during 3');
    expect(withTask({ result_digest: 'first' })).toContain('the result is that of first');
    expect(withTask({ worker_session_id: 'first' })).toContain('done by first, not second');
  });

  it('finds a claim beside a claim', () => {
    const audit = [...AUDIT.slice(0, 3), entry(4, 'claimed', 2), ...AUDIT.slice(4)];
    expect(judged({ audit })).toContain('out of turn');
  });

  it('finds the hand of another daemon', () => {
    const other = '127.0.0.1:7460';
    expect(withAudit(entry(8, 'claimed', 4, other))).toContain(`by ${other}`);
    expect(withTask({ owner_daemon: other })).toContain(`owner is ${other}`);
    expect(withWitness(line('start', 'first'), line('start', 'second', other))).toContain(
      `worked on by ${other}`,
    );
    expect(judged({ sessions: [session('first'), session('second', other)] })).toContain(
      'unknown session second',
    );
  });

  it('finds work that was done side by side, twice, or by nobody', () => {
    expect(withWitness(...WITNESS, line('beside', 'second'))).toContain('while its worker 1 was');
    expect(withWitness(...WITNESS, line('start', 'second'))).toContain('one session worked twice');
    expect(withWitness(line('start', 'second'))).toContain('finished 0 times');
  });

  it('finds an event that is missing or was written twice', () => {
    const event = { task_id: 'one', type: 'task.done' };
    expect(judged({ events: [] })).toContain('events []');
    expect(judged({ events: [event, event] })).toContain('events [task.done,task.done]');
    expect(withTask({ kind: 'attempt' })).toContain('of a attempt that is done');
  });

  it('finds a limit that was not kept, and an end without a reason', () => {
    expect(withTask({ status: 'blocked' })).toContain('blocked after 1 failures');
    expect(withTask({ status: 'blocked', attempts: 4 })).toContain('blocked without a reason');
    expect(withTask({ status: 'failed', kind: 'attempt' })).toContain('failed without a reason');
    expect(withTask({ status: 'failed' })).toContain('a spawn that can be tried again has failed');
    expect(withTask({ attempts: 2 })).toContain('2 failures, audit 1');
  });

  it('finds what is left behind', () => {
    expect(judged({ processesLeft: ['12 sleep 600'] })).toContain('process left: 12 sleep 600');
    expect(judged({ workerProcesses: 1 })).toContain('1 processes on record');
    expect(judged({ integrity: 'row missing' })).toContain('row missing');
    expect(judged({ danglingReferences: 1 })).toContain('1 dangling references');
    expect(
      judged({ sessions: [{ ...session('first'), state: 'working' }, session('second')] }),
    ).toContain('session first is working');
  });
});
