import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { agentConfigurationSchema } from '../../shared/configuration.ts';
import { processGroup, workerProcessesOf } from '../helpers/processes.ts';
import { scripted, WorkerFixture } from '../helpers/worker-fixture.ts';

let fixture: WorkerFixture;
afterEach(() => fixture.stop());

describe('a turn', () => {
  it('ends with the last message as its digest, and the session takes the next prompt', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('polite'), notes: ['in place'] });
    expect(worker.handle.isAlive()).toBe(true);
    expect(processGroup(worker.handle.process.pid)).toHaveLength(1);
    expect(fixture.identities).toEqual([worker.handle.process]);
    expect(await worker.run('one')).toEqual({ outcome: 'done', digest: 'echo: one' });
    expect(await worker.run('two')).toEqual({ outcome: 'done', digest: 'echo: two' });
    expect((await worker.transcript()).map((entry) => entry.type)).toEqual([
      'note',
      'prompt',
      'message',
      'ended',
      'prompt',
      'message',
      'ended',
    ]);
  });

  it('is busy while one is running', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('hang') });
    expect(worker.handle.prompt('one')).toEqual({ outcome: 'accepted', turn: 1 });
    expect(worker.handle.prompt('two')).toEqual({ outcome: 'busy' });
  });

  it('writes down what the agent told, merged', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('tour') });
    expect(await worker.run('look')).toEqual({ outcome: 'done', digest: 'All is well.' });
    expect(await worker.transcript()).toMatchObject([
      { type: 'prompt', text: 'look' },
      { type: 'thought', text: 'hm' },
      { type: 'message', text: 'I will look. ' },
      { type: 'tool', toolCallId: 'look', title: 'Look', kind: 'read', status: 'in_progress' },
      { type: 'tool', toolCallId: 'look', title: 'Look', kind: 'read', status: 'completed' },
      { type: 'plan', entries: [{ content: 'Look', status: 'completed' }] },
      { type: 'usage', used: 10, size: 100, cost: { amount: 1, currency: 'EUR' } },
      { type: 'message', text: 'All is well.' },
      { type: 'ended', outcome: 'done' },
    ]);
    const live = worker.all('transcript');
    expect(live.map(({ entryOffset }) => entryOffset)).toEqual([...live.keys()]);
    expect(live.map(({ entry }) => entry)).toEqual(await worker.transcript());
  });

  it('goes on over a banner, which the transcript keeps', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('banner') });
    expect(await worker.run('hi')).toMatchObject({ outcome: 'done' });
    expect(worker.entries('note').map(({ text }) => text)).toEqual([
      'Not the protocol: Starting up, please wait',
    ]);
  });

  it('drops updates of unknown kinds without a word', async () => {
    fixture = new WorkerFixture();
    const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
    try {
      const worker = await fixture.worker({ agent: scripted('unknown-update') });
      expect(await worker.run('think')).toEqual({ outcome: 'done', digest: 'still here' });
      expect(complained).not.toHaveBeenCalled();
    } finally {
      complained.mockRestore();
    }
  });
});

describe('ending a turn', () => {
  it('interrupt cancels the turn and keeps the session', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('hang') });
    worker.handle.prompt('one');
    worker.handle.interrupt();
    expect((await worker.event('turn_ended')).result).toMatchObject({
      outcome: 'failed',
      error: { code: 'turn_was_cancelled' },
    });
    expect(worker.handle.isAlive()).toBe(true);
    expect(worker.handle.prompt('two')).toMatchObject({ outcome: 'accepted', turn: 2 });
  });

  it('interrupt answers open questions, and those that come after it, with cancelled', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('ask-after-cancel') });
    worker.handle.prompt('rm -rf /');
    const { question } = await worker.event('question');
    worker.handle.interrupt();
    expect(await worker.event('question_withdrawn')).toMatchObject({
      requestId: question.requestId,
    });
    await worker.event('turn_ended');
    expect(worker.all('question')).toHaveLength(1);
    expect(
      worker
        .entries('message')
        .map(({ text }) => text)
        .join(''),
    ).toBe('answer: {"outcome":"cancelled"}'.repeat(2));
    expect(worker.handle.answer(question.requestId, 'yes', 'ann')).toEqual({ outcome: 'gone' });
  });

  it('interrupt ends a worker that does not end its turn', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('sigterm-cancelled') });
    worker.handle.prompt('one');
    worker.handle.interrupt();
    await worker.event('exited');
    expect(worker.all('turn_ended')).toMatchObject([{ result: { outcome: 'failed' } }]);
    expect(workerProcessesOf(fixture.home)).toEqual([]);
  });

  it('cancel ends the worker, its turn and its process group', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('hang') });
    worker.handle.prompt('one');
    await worker.handle.cancel();
    expect(worker.events.slice(-2)).toMatchObject([
      { type: 'turn_ended', result: { outcome: 'failed', error: { code: 'turn_was_cancelled' } } },
      { type: 'exited', error: null },
    ]);
    expect(worker.handle.isAlive()).toBe(false);
    expect(workerProcessesOf(fixture.home)).toEqual([]);
  });

  it('cancel ends a worker that is still shaking hands', async () => {
    fixture = new WorkerFixture();
    const starting = fixture.start({ agent: scripted('mute') });
    await vi.waitFor(() => expect(fixture.host.live()).toHaveLength(1), { interval: 1 });
    await fixture.host.stop();
    expect(await starting).toMatchObject({ outcome: 'failed' });
    expect(workerProcessesOf(fixture.home)).toEqual([]);
  });
});

describe('the mode in which an agent asks', () => {
  it.each(['modes', 'mode-option'])('is set: %s', async (behaviour) => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted(behaviour, { mode: 'default' }) });
    expect(await worker.run('hi')).toMatchObject({ outcome: 'done' });
  });

  it.each([
    ['modes-stuck', 'default', 'stayed in mode "auto"'],
    ['mode-option-stuck', 'default', 'stayed in mode "auto"'],
    ['modes', 'safe', 'it offers: auto, default'],
    ['mode-option', 'safe', 'it offers: auto, default'],
    ['polite', 'default', 'it offers: none'],
  ])('is refused: %s, %s', async (behaviour, mode, message) => {
    fixture = new WorkerFixture();
    expect(await fixture.start({ agent: scripted(behaviour, { mode }) })).toMatchObject({
      outcome: 'failed',
      error: { code: 'agent_mode_refused', message: expect.stringContaining(message) },
    });
    expect(workerProcessesOf(fixture.home)).toEqual([]);
  });

  it('is noted when the agent leaves it', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('switch-mode', { mode: 'default' }) });
    await worker.run('go on');
    expect(worker.entries('note').map(({ text }) => text)).toEqual([
      'The agent changed its mode to "yolo".',
    ]);
  });
});

describe('an agent that has its key in the environment', () => {
  it('is told to use it when it wants a login', async () => {
    fixture = new WorkerFixture();
    // Recognised by its name.
    const file = path.join(fixture.home, 'qwen.mjs');
    writeFileSync(file, QWEN);
    const agent = agentConfigurationSchema.parse({
      protocol: 'acp',
      command: process.execPath,
      args: [file],
      mode: 'default',
    });
    const worker = await fixture.worker({ agent });
    expect(worker.handle.isAlive()).toBe(true);
  });
});

const QWEN = `
import { createInterface } from 'node:readline';
let loggedIn = false;
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    say({ id, result: { protocolVersion: 1, authMethods: [{ id: 'openai', name: 'Key' }] } });
  } else if (method === 'authenticate') {
    loggedIn = params.methodId === 'openai';
    say({ id, result: {} });
  } else if (method === 'session/new' && !loggedIn) {
    say({ id, error: { code: -32000, message: 'login' } });
  } else if (method === 'session/new') {
    const availableModes = [{ id: 'default', name: 'Ask' }];
    say({ id, result: { sessionId: 'one', modes: { currentModeId: 'yolo', availableModes } } });
  } else {
    say({ id, result: {} });
  }
});
`;
