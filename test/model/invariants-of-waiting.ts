import assert from 'node:assert';
import { HOLD_MAX_MS } from './steps.ts';
import { IN_FLIGHT, type Invariants, isOneOf } from './taken.ts';

/** What waits: on a person, or on a place under the cap. */
export const INVARIANTS_OF_WAITING: Invariants = {
  'only attempts are held, each with its time, at most holdMaxMs from when it was parked'({
    rows,
    now,
    step,
  }) {
    for (const { was, is } of rows) {
      assert.equal(is.status === 'held', is.held_until !== null);
      if (is.status === 'held') assert.equal(is.kind, 'attempt');
      const isParked = is.status === 'held' && was?.status !== 'held';
      if (isParked) assert.equal(is.held_until, now + HOLD_MAX_MS, step.do);
    }
  },

  'a result that arrives while held is kept, the first one, until it is applied or written down'(
    taken,
  ) {
    for (const { was, is } of taken.changed) {
      const kept = was?.kept_result ?? null;
      if (kept === null || is.kept_result === kept) continue;
      assert.notEqual(is.status, 'held');
      const { outcome } = JSON.parse(String(kept));
      const isWrittenDown = taken.moment.after.audit.some(
        ({ action, task_id }) => action === 'dispatch.result_not_applied' && task_id === is.id,
      );
      if (isWrittenDown) assert.equal(is.generation, Number(was?.generation) + 1);
      else assert.equal(is.status, outcome);
      if (outcome === 'done') assert.equal(is.result_digest, JSON.parse(String(kept)).digest);
    }
  },

  'a hold is over when it lapsed or its boot did, and only then settled by the daemon'({
    step,
    me,
    now,
    rows,
  }) {
    if (step.do !== 'settleHeld') return;
    for (const { was, is } of rows) {
      if (was?.status !== 'held' || was.owner_daemon !== me?.owner) continue;
      const isOver = was.claim_owner !== me?.bootId || Number(was.held_until) <= now;
      assert.equal(is.status, isOver ? 'failed' : 'held');
    }
  },

  'time asleep does not count against a hold'({ step, rows }) {
    if (step.do !== 'sleep') return;
    for (const { was, is } of rows) {
      const isShifted = was?.held_until !== is.held_until;
      if (isShifted) assert.equal(is.held_until, Number(was?.held_until) + step.ms);
    }
  },

  'an open question belongs to the present generation of a task in work'({ moment }) {
    for (const approval of moment.after.approvals.filter(({ status }) => status === 'open')) {
      const task = moment.after.tasks.find(({ id }) => id === approval.task_id);
      assert.ok(isOneOf(task, [...IN_FLIGHT, 'held']));
      assert.equal(task?.generation, approval.generation);
    }
  },

  'a claim never passes the cap of its project on this daemon'({ step, me, changed, moment }) {
    if (step.do !== 'claim') return;
    for (const { is } of changed) {
      if (is.kind === 'send') continue;
      const open = moment.after.approvals.filter(({ status }) => status === 'open');
      const atWork = moment.after.tasks.filter(
        (row) =>
          row.project_id === is.project_id &&
          row.owner_daemon === me?.owner &&
          row.kind !== 'send' &&
          isOneOf(row, IN_FLIGHT) &&
          !open.some(({ task_id }) => task_id === row.id),
      );
      assert.ok(atWork.length <= step.cap);
    }
  },

  'nobody waits behind a task that may not start: a claim takes what could have been taken'(taken) {
    const { step, me, now, rows, changed, moment } = taken;
    if (step.do !== 'claim' || changed.length > 0) return;
    const fills = moment.before.tasks.filter(
      (row) => row.owner_daemon === me?.owner && row.kind !== 'send' && isOneOf(row, IN_FLIGHT),
    );
    for (const { is } of rows) {
      const isMine = is.owner_daemon === me?.owner || is.owner_daemon === null;
      const isDue = is.not_before === null || Number(is.not_before) <= now;
      const isFree = isMine && isDue && !step.except.some((name) => name === is.id);
      if (is.status !== 'queued' || !isFree) continue;
      const busy = fills.filter(({ project_id }) => project_id === is.project_id);
      assert.ok(is.kind !== 'send' && busy.length >= step.cap, `${is.id} could have been claimed`);
    }
  },
};
