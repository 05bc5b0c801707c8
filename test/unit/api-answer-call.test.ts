import { describe, expect, it, vi } from 'vitest';
import { answerCall } from '../../electron/daemon/api/answer-call.ts';
import type { ContractHandlers, Startup } from '../../shared/contract.ts';

const READY: Startup = { state: 'ready' };

function targetWith(handlers: Partial<ContractHandlers>) {
  const daemon = {
    owner: '127.0.0.1:7455',
    home: '/nowhere',
    handlers: handlers as ContractHandlers,
  };
  return { startup: READY, daemon };
}

describe('a call of the window', () => {
  const log = () => ({ error: vi.fn() });

  it('is answered by its handler with the parsed input', async () => {
    const hold = vi.fn(async () => ({ outcome: 'not_found' as const }));
    const answer = await answerCall(targetWith({ 'task.hold': hold }), log(), 'task.hold', {
      taskId: 'a',
    });
    expect(answer).toEqual({ ok: true, value: { outcome: 'not_found' } });
    expect(hold).toHaveBeenCalledWith({ taskId: 'a' });
  });

  it('is refused with the path and what was expected there when its input is wrong', async () => {
    const hold = vi.fn();
    const answer = await answerCall(targetWith({ 'task.hold': hold }), log(), 'task.hold', {
      taskId: 5,
      generation: 1,
    });
    expect(answer).toMatchObject({
      ok: false,
      problem: {
        code: 'input_not_accepted',
        message: expect.stringMatching(/task\.hold: taskId: .*string.*number.*"generation"/),
      },
    });
    expect(hold).not.toHaveBeenCalled();
  });

  it.each(['toString', 'task.destroy', 42, null])('is refused when it is %s', async (method) => {
    const answer = await answerCall(targetWith({}), log(), method, {});
    expect(answer).toMatchObject({ ok: false, problem: { code: 'call_not_known' } });
  });

  it('that throws is logged once and comes back as a problem', async () => {
    const failure = new Error('the disk is gone');
    const errors = log();
    const answer = await answerCall(
      targetWith({ 'catalog.read': () => Promise.reject(failure) }),
      errors,
      'catalog.read',
      {},
    );
    expect(answer).toMatchObject({
      ok: false,
      problem: { code: 'internal_error', message: 'the disk is gone' },
    });
    expect(errors.error).toHaveBeenCalledExactlyOnceWith(
      { err: failure, method: 'catalog.read' },
      expect.any(String),
    );
  });

  it('before the daemon is there learns how far it is, and nothing else', async () => {
    const target = { startup: { state: 'starting' } as const, daemon: null };
    expect(await answerCall(target, log(), 'startup.read', {})).toEqual({
      ok: true,
      value: { state: 'starting' },
    });
    expect(await answerCall(target, log(), 'catalog.read', {})).toMatchObject({
      ok: false,
      problem: { code: 'daemon_not_ready' },
    });
  });
});
