import { afterEach, describe, expect, it } from 'vitest';
import type { WorkErrorCode } from '../../shared/work-errors.ts';
import { processGroup, workerProcessesOf } from '../helpers/processes.ts';
import { scripted, WorkerFixture } from '../helpers/worker-fixture.ts';

let fixture: WorkerFixture;
afterEach(() => fixture.stop());

const START_FAILURES: readonly (readonly [string, WorkErrorCode, RegExp])[] = [
  ['garbage', 'agent_printed_garbage', /Welcome to the wrong program, line 0/],
  ['garbage-exit', 'agent_printed_garbage', /usage: program/],
  ['mute', 'agent_handshake_timed_out', /300 ms/],
  ['exit-at-once', 'agent_exited_without_answer', /exit code 1\. It last said: no such option/],
  ['refuse-handshake', 'agent_refused_handshake', /unsupported client/],
  ['other-version', 'agent_refused_handshake', /protocol version 99/],
  ['login-first', 'agent_needs_authentication', /please log in/],
];

describe('an agent that fails before it has a session', () => {
  it.each(START_FAILURES)('%s is %s', async (behaviour, code, message) => {
    fixture = new WorkerFixture({ handshakeTimeoutMs: behaviour === 'mute' ? 300 : 20_000 });
    const started = await fixture.start({ agent: scripted(behaviour) });
    expect(started).toMatchObject({ outcome: 'failed', error: { code } });
    expect(started).toMatchObject({ error: { message: expect.stringMatching(message) } });
    expect(workerProcessesOf(fixture.home)).toEqual([]);
    expect(fixture.host.live()).toEqual([]);
    expect(fixture.identities).toHaveLength(1);
  });

  it('is agent_printed_garbage also when that has no line end', async () => {
    fixture = new WorkerFixture({ handshakeTimeoutMs: 2_000 });
    const args = ['-c', 'printf "A shell prompt> "; exec sleep 600'];
    const agent = { ...scripted('polite'), command: '/bin/sh', args };
    expect(await fixture.start({ agent })).toMatchObject({
      outcome: 'failed',
      error: {
        code: 'agent_printed_garbage',
        message: expect.stringContaining('A shell prompt>'),
      },
    });
  });

  it('is agent_not_found when there is no such command', async () => {
    fixture = new WorkerFixture();
    const agent = { ...scripted('polite'), command: 'no-such-agent' };
    expect(await fixture.start({ agent })).toMatchObject({
      outcome: 'failed',
      error: { code: 'agent_not_found', message: expect.stringContaining('no-such-agent') },
    });
    expect(fixture.identities).toEqual([]);
  });

  it('is folder_missing when the work folder is gone', async () => {
    fixture = new WorkerFixture();
    const workFolder = `${fixture.home}/gone`;
    expect(await fixture.start({ agent: scripted('polite'), workFolder })).toMatchObject({
      outcome: 'failed',
      error: { code: 'folder_missing' },
    });
  });

  it('writes why into its transcript', async () => {
    fixture = new WorkerFixture();
    const sessionId = 'told';
    await fixture.start({ agent: scripted('refuse-handshake'), sessionId, notes: ['in place'] });
    const { readTranscript } = await import(
      '../../electron/daemon/workers/transcripts/read-transcript.ts'
    );
    const { entries } = await readTranscript(fixture.home, sessionId, 0, 10);
    expect(entries.map(({ entry }) => entry)).toMatchObject([
      { type: 'note', text: 'in place' },
      { type: 'ended', outcome: 'agent_refused_handshake' },
    ]);
  });
});

const TURN_FAILURES: readonly (readonly [string, WorkErrorCode, RegExp])[] = [
  ['exit', 'agent_exited_without_answer', /exit code 0\. It last said: I had enough/],
  ['crash', 'agent_exited_without_answer', /signal SIGKILL/],
  ['close-output', 'agent_exited_without_answer', /closed its output/],
  ['hang', 'agent_hung', /silent for \d+ ms/],
  ['ask-and-die', 'agent_died_while_asking', /exit code 3/],
  ['flood-line', 'agent_flooded_output', /a line of more than 8 MiB/],
  ['error', 'agent_errored', /Internal error: the model is overloaded/],
  ['login', 'agent_needs_authentication', /please log in/],
  ['refuse', 'agent_refused', /refused/],
  ['limit', 'agent_ran_out_of_budget', /max_tokens/],
  ['cancel-itself', 'turn_was_cancelled', /ended its turn as cancelled/],
];

describe('an agent that fails while it works', () => {
  it.each(TURN_FAILURES)('%s is %s', async (behaviour, code, message) => {
    fixture = new WorkerFixture({ idleLimitMs: behaviour === 'hang' ? 300 : 60_000 });
    const worker = await fixture.worker({ agent: scripted(behaviour) });
    const result = await worker.run('work');
    expect(result).toMatchObject({ outcome: 'failed', error: { code } });
    expect(result).toMatchObject({ error: { message: expect.stringMatching(message) } });

    await worker.handle.cancel();
    await worker.event('exited');
    expect(worker.all('turn_ended')).toHaveLength(1);
    expect(worker.events.at(-1)?.type).toBe('exited');
    expect(worker.events.map(({ offset }) => offset)).toEqual([...worker.events.keys()]);
    expect(workerProcessesOf(fixture.home)).toEqual([]);
    expect(fixture.host.live()).toEqual([]);
    expect(worker.handle.prompt('more')).toEqual({ outcome: 'gone' });
    expect((await worker.transcript()).at(-1)).toMatchObject({ type: 'ended', outcome: code });
  });

  it.each(['hang', 'flood-line', 'close-output'])(
    '%s takes its worker with it, without being told',
    async (behaviour) => {
      fixture = new WorkerFixture({ idleLimitMs: behaviour === 'hang' ? 300 : 60_000 });
      const worker = await fixture.worker({ agent: scripted(behaviour) });
      await worker.run('work');
      await worker.event('exited');
      expect(workerProcessesOf(fixture.home)).toEqual([]);
    },
  );

  it('is not done, and not cancelled, when a launcher answers as it is killed', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('sigterm-cancelled') });
    worker.handle.prompt('work');
    await worker.eventually(() => worker.entries('message')[0]);
    process.kill(worker.handle.process.pid, 'SIGTERM');
    expect((await worker.event('turn_ended')).result).toMatchObject({
      outcome: 'failed',
      error: { code: 'agent_exited_without_answer' },
    });
    await worker.event('exited');
    expect(worker.all('turn_ended')).toHaveLength(1);
  });

  it('is done when it answered before it exited', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('answer-and-exit') });
    expect(await worker.run('work')).toEqual({ outcome: 'done', digest: 'my last words' });
    await worker.event('exited');
    expect(worker.all('turn_ended')).toHaveLength(1);
  });

  it('is done also when its exit is known before its answer was read', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('answer-and-exit-on-signal') });
    worker.handle.prompt('work');
    await worker.eventually(() => worker.entries('message')[0]);
    const { pid } = worker.handle.process;
    process.kill(pid, 'SIGUSR2');
    while (processGroup(pid).length > 0) {
      // Nothing is read meanwhile, because this holds the event loop.
    }
    expect((await worker.event('turn_ended')).result).toEqual({
      outcome: 'done',
      digest: 'my last words',
    });
  });

  it('does not wait for a grandchild that holds its output', async () => {
    fixture = new WorkerFixture();
    const agent = scripted('stubborn-grandchild', { args: ['exit'] });
    const worker = await fixture.worker({ agent });
    expect(await worker.run('work')).toMatchObject({
      outcome: 'failed',
      error: { code: 'agent_exited_without_answer' },
    });
    await worker.event('exited');
    expect(workerProcessesOf(fixture.home)).toEqual([]);
  });
});
