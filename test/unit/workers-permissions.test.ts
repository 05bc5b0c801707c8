import { afterEach, describe, expect, it } from 'vitest';
import { questionOf } from '../../electron/daemon/workers/acp/permission-request.ts';
import { profileSchema } from '../../shared/configuration.ts';
import { scripted, WorkerFixture } from '../helpers/worker-fixture.ts';

let fixture: WorkerFixture;
afterEach(() => fixture.stop());

const mayTest = () => profileSchema.parse({ commands: ['npm test*'], toolBudget: 1 });

describe('a permission request inside the profile', () => {
  it('is answered at once, for this time only, and counted', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('ask'), profile: mayTest });
    expect(await worker.run('npm test -- unit')).toEqual({
      outcome: 'done',
      digest: 'answer: {"outcome":"selected","optionId":"yes"}',
    });
    expect(worker.all('question')).toEqual([]);
    expect(worker.entries('answer')).toMatchObject([
      { approvalId: null, by: 'the profile', answer: 'Yes, once', title: 'Run npm test -- unit' },
    ]);

    worker.handle.prompt('npm test -- unit');
    expect((await worker.event('question')).question.reason).toBe(
      'The tool budget of 1 requests is used up.',
    );
  });
});

describe('a permission request outside the profile', () => {
  it('stays open until a person answers', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('ask'), profile: mayTest });
    worker.handle.prompt('npm test && npm publish');
    const { question } = await worker.event('question');
    expect(question).toMatchObject({
      toolKind: 'execute',
      title: 'Run npm test && npm publish',
      command: 'npm test && npm publish',
      subject: 'npm test && npm publish',
      reason: 'No command pattern of the profile covers it.',
      options: [{ optionId: 'yes' }, { optionId: 'always' }, { optionId: 'no' }],
    });
    expect(worker.handle.answer(question.requestId, 'maybe', 'ann')).toEqual({ outcome: 'gone' });
    expect(worker.handle.answer(question.requestId, 'yes', 'ann')).toEqual({ outcome: 'answered' });
    expect(worker.handle.answer(question.requestId, 'yes', 'bob')).toEqual({ outcome: 'gone' });
    expect((await worker.event('turn_ended')).result).toEqual({
      outcome: 'done',
      digest: 'answer: {"outcome":"selected","optionId":"yes"}',
    });
    expect(worker.entries('question')).toMatchObject([{ approvalId: question.requestId }]);
    expect(worker.entries('answer')).toMatchObject([
      { approvalId: question.requestId, by: 'ann', answer: 'Yes, once' },
    ]);
    expect(worker.all('question_withdrawn')).toEqual([]);
  });

  it('is told on one line that shows where the lines of a command ended', () => {
    const subjectOf = (command: string) => {
      const request = { toolKind: 'execute', command, locations: [], options: [] } as const;
      return questionOf('1', { title: 'Run it', diffs: [] }, request, '').subject;
    };
    expect(subjectOf('npm   test\t-- unit\n')).toBe('npm test -- unit');
    expect(subjectOf('npm test\n\n  npm publish')).toBe('npm test ⏎ npm publish');
    expect(subjectOf('npm test\r\nnpm publish')).toBe('npm test ⏎ npm publish');
  });

  it('that is rejected ends in good order, although the agent calls it cancelled', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('ask') });
    worker.handle.prompt('npm publish');
    const { question } = await worker.event('question');
    worker.handle.answer(question.requestId, 'no', 'ann');
    const { result } = await worker.event('turn_ended');
    expect(result).toMatchObject({
      outcome: 'done',
      digest: expect.stringContaining('because this was refused: Run npm publish'),
    });
  });

  it('that is answered with nothing is cancelled', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('ask') });
    worker.handle.prompt('npm publish');
    const { question } = await worker.event('question');
    worker.handle.answer(question.requestId, null, 'Fleetboard');
    expect((await worker.event('turn_ended')).result).toMatchObject({
      outcome: 'failed',
      error: { code: 'turn_was_cancelled' },
    });
  });

  it('that the agent takes back is withdrawn', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('ask-and-withdraw') });
    worker.handle.prompt('npm publish');
    const { question } = await worker.event('question');
    expect(await worker.event('question_withdrawn')).toMatchObject({
      requestId: question.requestId,
    });
    expect(worker.handle.answer(question.requestId, 'yes', 'ann')).toEqual({ outcome: 'gone' });
  });

  it('that its agent dies over is withdrawn before the turn ends', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('ask') });
    worker.handle.prompt('npm publish');
    await worker.event('question');
    process.kill(worker.handle.process.pid, 'SIGKILL');
    await worker.event('exited');
    expect(worker.events.slice(-4).map(({ type }) => type)).toEqual([
      'question_withdrawn',
      'transcript',
      'turn_ended',
      'exited',
    ]);
    expect(worker.all('turn_ended')).toMatchObject([
      { result: { error: { code: 'agent_died_while_asking' } } },
    ]);
  });

  it('can be open next to another', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('ask-twice') });
    worker.handle.prompt('npm publish');
    const { question: second } = await worker.event('question', 2);
    const { question: first } = await worker.event('question', 1);
    expect(first.requestId).not.toBe(second.requestId);
    worker.handle.answer(second.requestId, 'yes', 'ann');
    worker.handle.answer(first.requestId, 'yes', 'ann');
    expect((await worker.event('turn_ended')).result).toMatchObject({ outcome: 'done' });
  });
});

describe('what a request says about its command', () => {
  it.each([
    [{ command: ['bash', '-lc', 'npm test'] }, 'npm test'],
    [{ command: ['git', 'commit', '-m', "it's"] }, "git commit -m 'it'\\''s'"],
    [{ command: 'npm', args: ['test', 'a b'] }, "npm test 'a b'"],
    [{ command: 'npm', args: 'publish' }, 'npm publish'],
    [{ command: { of: 'no form we know' } }, null],
  ])('%j is read as %s', async (rawInput, command) => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('ask') });
    worker.handle.prompt(JSON.stringify({ kind: 'execute', rawInput }));
    expect((await worker.event('question')).question.command).toBe(command);
  });

  it('holds for its folder too', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('ask'), profile: mayTest });
    worker.handle.prompt(
      JSON.stringify({ kind: 'execute', rawInput: { command: 'npm test', cwd: '/' } }),
    );
    expect((await worker.event('question')).question.reason).toBe(
      '"/" is outside the work folder.',
    );
  });
});
