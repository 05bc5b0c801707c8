import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { builtInAgents } from '../../electron/daemon/workers/agents/built-in-agents.ts';
import { gatedCommand, gateInput } from '../../electron/daemon/workers/command/gate.ts';
import { agentConfigurationSchema } from '../../shared/configuration.ts';
import { processGroup, workerProcessesOf } from '../helpers/processes.ts';
import { WorkerFixture } from '../helpers/worker-fixture.ts';

let fixture: WorkerFixture;
afterEach(() => fixture?.stop());

const { command } = builtInAgents();
const program = (name: string, ...args: string[]) =>
  agentConfigurationSchema.parse({ protocol: 'command', command: name, args });

describe('a command', () => {
  it('does nothing before its prompt, and its process is known by then', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: command });
    expect(fixture.identities).toEqual([worker.handle.process]);
    expect(processGroup(worker.handle.process.pid)).toHaveLength(1);
    expect(worker.handle.acceptsPrompts).toBe(false);
    expect(await worker.run('echo made > file; echo $PPID $$')).toMatchObject({ outcome: 'done' });
    // The gate became the command: same process.
    const [, shell] = (worker.entries('output')[0]?.text ?? '').trim().split(' ');
    expect(Number(shell)).toBe(worker.handle.process.pid);
    expect(existsSync(path.join(fixture.home, 'file'))).toBe(true);
    await worker.event('exited');
    expect(worker.handle.prompt('again')).toEqual({ outcome: 'gone' });
  });

  it('is started in a turn of the event loop of its own, so that timers and input get theirs', async () => {
    fixture = new WorkerFixture();
    const { identities } = fixture;
    const startedBy: number[] = [];
    const lookEachTurn = () => {
      startedBy.push(identities.length);
      if (identities.length < 4) setImmediate(lookEachTurn);
    };
    setImmediate(lookEachTurn);
    await Promise.all([1, 2, 3, 4].map(() => fixture.worker({ agent: command })));
    expect(startedBy).toEqual(expect.arrayContaining([1, 2, 3]));
  });

  it('is not started any more once its daemon is about to end', async () => {
    fixture = new WorkerFixture();
    const starts = [1, 2, 3].map(() => fixture.start({ agent: command }));
    await fixture.host.stop();
    expect(await Promise.all(starts)).toMatchObject(
      starts.map(() => ({ outcome: 'failed', error: { code: 'worker_could_not_start' } })),
    );
    expect(fixture.identities).toEqual([]);
  });

  it('that is cancelled before its prompt never runs', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: command });
    await worker.handle.cancel();
    expect(worker.handle.prompt('echo made > file')).toEqual({ outcome: 'gone' });
    expect(worker.events.map(({ type }) => type)).toEqual(['exited']);
    expect(existsSync(path.join(fixture.home, 'file'))).toBe(false);
  });

  it('is done at exit 0 with the end of its output, in whole lines, as digest', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: command });
    const result = await worker.run('echo oops >&2; seq 1 5000');
    const digest = result.outcome === 'done' ? result.digest : '';
    const lines = digest.split('\n');
    expect(digest.length).toBeLessThanOrEqual(4_000);
    expect(lines.at(-1)).toBe('5000');
    expect(lines[0]).toBe(String(5000 - lines.length + 1));
    const output = (await worker.transcript()).filter((entry) => entry.type === 'output');
    expect(new Set(output.map(({ stream }) => stream))).toEqual(new Set(['stdout', 'stderr']));
  });

  it.each([
    ['echo why >&2; exit 3', 'command_failed', 'exit code 3. It last said: why'],
    ['echo told; exit 1', 'command_failed', 'It last said: told'],
    ['no-such-program', 'command_failed', 'exit code 127'],
    ['kill -9 $$', 'command_was_killed', 'signal SIGKILL'],
    ['sh -c "kill -9 \\$\\$"; exit $?', 'command_was_killed', 'signal SIGKILL'],
  ])('%s is %s', async (line, code, message) => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: command });
    expect(await worker.run(line)).toMatchObject({
      outcome: 'failed',
      error: { code, message: expect.stringContaining(message) },
    });
    await worker.event('exited');
    expect(worker.all('turn_ended')).toHaveLength(1);
    expect((await worker.transcript()).at(-1)).toMatchObject({ type: 'ended', outcome: code });
  });

  it('takes what it left running with it', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: command });
    expect(await worker.run('sleep 600 & setsid sleep 600 & echo ok')).toEqual({
      outcome: 'done',
      digest: 'ok',
    });
    expect(workerProcessesOf(fixture.home)).toEqual([]);
  });

  it('gets any prompt as it is, and nothing on its standard input', async () => {
    fixture = new WorkerFixture();
    const prompt = 'a "b" $(c) `d` \\e\n\n\u00fc — last line ends here\n\n';
    const worker = await fixture.worker({
      agent: program('sh', '-c', 'printf "%s|" "$1"; cat', 'x'),
    });
    await worker.run(prompt);
    expect(
      worker
        .entries('output')
        .map(({ text }) => text)
        .join(''),
    ).toBe(`${prompt}|`);
  });

  it('is agent_not_found when its program is missing', async () => {
    fixture = new WorkerFixture();
    expect(await fixture.start({ agent: program('no-such-program') })).toMatchObject({
      outcome: 'failed',
      error: { code: 'agent_not_found' },
    });
    expect(fixture.identities).toEqual([]);
  });

  it('may print without end, and is held to nothing but the size of its transcript', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: command });
    expect(await worker.run('head -c 20000000 /dev/zero | tr "\\0" "y"; echo; echo end')).toEqual({
      outcome: 'done',
      digest: 'end',
    });
    const kept = (await worker.transcript()).slice(-2);
    expect(kept).toMatchObject([
      { type: 'note', text: expect.stringContaining('The transcript reached 8 MiB') },
      { type: 'ended', outcome: 'done' },
    ]);
  });
});

describe('the gate without a shell', () => {
  it('runs the command with the prompt as its last argument', () => {
    const gate = gatedCommand(process.execPath, ['-p', 'process.argv.slice(1)', '--'], 'win32');
    const output = execFileSync(gate.command, gate.args, {
      input: gateInput('two\nlines'),
      encoding: 'utf8',
      env: { ...process.env, ...gate.env },
    });
    expect(output).toContain("[ 'two\\nlines' ]");
  });

  it('passes on how the command ended', () => {
    const gate = gatedCommand(process.execPath, ['-e'], 'win32');
    const run = () =>
      execFileSync(gate.command, gate.args, { input: gateInput('process.exit(7)') });
    expect(run).toThrow(expect.objectContaining({ status: 7 }));
  });
});
