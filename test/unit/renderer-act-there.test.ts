import { afterEach, describe, expect, it, vi } from 'vitest';
import { ask } from '../../renderer/src/state/act-there.ts';
import { useFleet } from '../../renderer/src/state/fleet-store.ts';
import { dismissNotice, followUp } from '../../renderer/src/state/notices.ts';
import type { HoldOutcome } from '../../shared/outcomes.ts';

const OTHER = '127.0.0.1:7460';
const attempt = { subject: 'Port the importer', noun: 'attempt' };

/** A daemon that owns nothing, and a second one that answers what it is told to. */
function callsAnswering(there: HoldOutcome | 'unreachable') {
  return vi.fn(async (at?: string) => {
    if (at === undefined) {
      return { ok: true as const, value: { outcome: 'not_owner', ownerDaemon: OTHER } as const };
    }
    if (there !== 'unreachable') return { ok: true as const, value: there };
    return {
      ok: false as const,
      problem: {
        code: 'daemon_unreachable',
        message: `The daemon ${at} could not be reached.`,
        nextStep: 'Start it: it takes up its work at once.',
      },
    };
  });
}

function notices() {
  return useFleet.getState().notices;
}

function onlyNotice() {
  const [notice, ...others] = notices();
  if (notice === undefined || others.length > 0) throw new Error(`${notices().length} notices`);
  return notice;
}

describe("acting on another daemon's work", () => {
  afterEach(() => {
    for (const { id } of notices()) dismissNotice(id);
  });

  it('names the owner and offers to make the same call there', async () => {
    const hold = callsAnswering({ outcome: 'held', heldUntil: 1 });
    await ask(attempt, hold);
    expect(onlyNotice()).toMatchObject({
      granted: false,
      subject: 'Port the importer',
      text: `Another daemon (${OTHER}) owns this attempt.`,
      action: { label: 'Act there' },
    });
    expect(hold.mock.calls).toEqual([[undefined]]);

    await followUp(onlyNotice());
    expect(hold.mock.calls).toEqual([[undefined], [OTHER]]);
    expect(onlyNotice()).toMatchObject({
      granted: true,
      text: 'Held. Its processes are stopped until you unhold it.',
      action: null,
    });
  });

  it('says what happens to the work of a daemon that cannot be reached', async () => {
    await ask(attempt, callsAnswering('unreachable'));
    await followUp(onlyNotice());
    expect(onlyNotice()).toMatchObject({
      granted: false,
      text: `The daemon ${OTHER} could not be reached. Start it: it takes up its work at once.`,
      action: null,
    });
  });

  it('offers what was refused last, not what was refused first in the same words', async () => {
    const hold = callsAnswering({ outcome: 'held', heldUntil: 1 });
    const cancel = callsAnswering({ outcome: 'not_attempt' });
    await ask(attempt, hold);
    await ask(attempt, cancel);
    await followUp(onlyNotice());
    expect(cancel.mock.calls).toEqual([[undefined], [OTHER]]);
    expect(hold.mock.calls).toEqual([[undefined]]);
  });

  it('keeps the offer when the work went back to the same owner meanwhile', async () => {
    await ask(attempt, callsAnswering({ outcome: 'not_owner', ownerDaemon: OTHER }));
    await followUp(onlyNotice());
    expect(onlyNotice().action?.label).toBe('Act there');
  });

  it('tells whoever asked of the outcome, wherever it came from', async () => {
    const answered = vi.fn();
    await ask(attempt, callsAnswering({ outcome: 'held', heldUntil: 1 }), answered);
    await followUp(onlyNotice());
    expect(answered.mock.calls.map(([{ outcome }]) => outcome)).toEqual(['not_owner', 'held']);
  });
});
