import assert from 'node:assert';
import { LEASE_MS } from './steps.ts';
import { IN_FLIGHT, type Invariants, isOld, isOneOf, TERMINAL } from './taken.ts';

/** Generations, owners, endings. */
export const INVARIANTS_OF_WORK: Invariants = {
  'a stale result changes nothing and is in the audit with both generations'({ changed, moment }) {
    for (const { action, task_id, generation, detail } of moment.after.audit) {
      if (action !== 'dispatch.stale_result') continue;
      const [, of, at] = /of generation (\d+) .* at generation (\d+)/.exec(String(detail)) ?? [];
      assert.ok(of !== undefined && Number(at) === generation, String(detail));
      if (of !== at) assert.ok(changed.every(({ is }) => is.id !== task_id));
    }
  },

  'a result changes the row of its own generation only, and never its generation'(taken) {
    if (taken.step.do !== 'complete' && taken.step.do !== 'fail') return;
    for (const { was, is } of taken.changed) {
      assert.ok(isOneOf(was, [...IN_FLIGHT, 'held']));
      assert.equal(was?.generation, taken.claim?.generation);
      assert.equal(is.generation, was?.generation);
    }
  },

  'no daemon changes what another owns, and an owner stays'({ step, me, changed }) {
    if (step.do === 'sleep') return;
    for (const { was, is } of changed) {
      const owner = was?.owner_daemon ?? null;
      if (owner !== null) assert.equal(is.owner_daemon, owner);
      // Putting a settled task away is no transition of the queue: anybody may.
      if (owner === null || step.do === 'dismiss') continue;
      assert.equal(owner, me?.owner, `${is.id} belongs to ${owner}`);
    }
  },

  'a row without owner is claimed by anyone, and in flight taken back only when its lease is over'(
    taken,
  ) {
    for (const { was, is } of taken.changed) {
      if (was === undefined || was.owner_daemon !== null || isOld(taken.step)) continue;
      if (is.owner_daemon !== null)
        assert.deepEqual([was.status, is.status], ['queued', 'claimed']);
      if (isOneOf(was, IN_FLIGHT) && Number(is.generation) > Number(was.generation)) {
        assert.ok(Number(was.claimed_at) + LEASE_MS <= taken.now);
      }
    }
  },

  'a claim of mine is taken back when it is of an earlier boot or its lease is over, and then at once'(
    taken,
  ) {
    const { step, me, now } = taken;
    if (step.do !== 'reclaimStale') return;
    for (const { was, is } of taken.rows) {
      if (!isOneOf(was, IN_FLIGHT) || was?.owner_daemon !== me?.owner) continue;
      const isStale = was?.claim_owner !== me?.bootId || Number(was?.claimed_at) + LEASE_MS <= now;
      assert.equal(isOneOf(is, IN_FLIGHT), !isStale);
      if (!isStale) continue;
      assert.equal(is.generation, Number(was?.generation) + 1);
      assert.equal(is.attempts, Number(was?.attempts) + 1);
    }
  },

  'a generation never decreases; each claim, reclaim and cancel is one more'({ changed }) {
    for (const { was, is } of changed) {
      const bumps = Number(is.generation) - Number(was?.generation ?? 0);
      assert.ok(bumps === 0 || bumps === 1);
      const isCurrent = was !== undefined && is.owner_daemon !== null;
      if (!isCurrent || was.status === is.status) continue;
      if (was.status === 'queued' || is.status === 'cancelled') assert.equal(bumps, 1);
    }
  },

  'attempts never decrease and stay within the limit'({ rows }) {
    for (const { was, is } of rows) {
      assert.ok(Number(is.attempts) >= Number(was?.attempts ?? 0));
      if (is.owner_daemon === null) continue;
      if (
        is.kind !== 'attempt' &&
        isOneOf(is, ['queued', ...IN_FLIGHT]) &&
        is.created_by !== null
      ) {
        assert.ok(Number(is.attempts) < Number(is.failure_limit));
      }
    }
  },

  'a terminal state is terminal: only who put it away is added'({ step, changed }) {
    for (const { was, is } of changed) {
      if (!isOneOf(was, TERMINAL) || isOld(step)) continue;
      const dismissal = ['dismissed_at', 'dismissed_by', 'updated_at', 'revision'];
      const others = Object.keys(is).filter((key) => !dismissal.includes(key));
      for (const key of others) assert.equal(is[key], was?.[key], `${key} of ${is.id}`);
    }
  },

  'a send or a spawn that settles writes exactly one event, an attempt and anything else none'(
    taken,
  ) {
    const settled = taken.changed.filter(
      ({ was, is }) =>
        isOneOf(is, TERMINAL) &&
        !isOneOf(was, TERMINAL) &&
        is.kind !== 'attempt' &&
        !isOld(taken.step),
    );
    assert.deepEqual(
      taken.moment.after.events
        .map(({ task_id, type, digest }) => `${task_id} ${type} ${digest}`)
        .sort(),
      settled.map(({ is }) => `${is.id} task.${is.status} ${is.result_digest ?? is.error}`).sort(),
    );
  },

  'an attempt is never tried again by the queue'({ changed }) {
    for (const { was, is } of changed) {
      if (is.kind !== 'attempt') continue;
      assert.notEqual(is.status, 'blocked');
      if (was !== undefined && is.status === 'queued') {
        assert.equal(was.status, 'claimed');
        assert.equal(is.attempts, was.attempts);
      }
    }
  },

  'what failed is not run again at once, and at most a lease later'({ step, changed, now }) {
    if (step.do !== 'fail') return;
    for (const { is } of changed) {
      if (is.status !== 'queued') continue;
      assert.ok(Number(is.not_before) > now && Number(is.not_before) <= now + LEASE_MS);
    }
  },

  'a deferral burns no attempt'({ step, changed }) {
    if (step.do !== 'release') return;
    for (const { was, is } of changed) assert.equal(is.attempts, was?.attempts);
  },

  'a claim is on a row exactly while it is in work'({ rows }) {
    for (const { is } of rows) {
      if (is.owner_daemon === null) continue;
      const isInWork = isOneOf(is, [...IN_FLIGHT, 'held']);
      assert.equal(is.claim_owner !== null && is.claimed_at !== null, isInWork);
      assert.equal(is.settled_at !== null, isOneOf(is, TERMINAL));
    }
  },
};
