import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { builtInAgents } from '../../electron/daemon/workers/agents/built-in-agents.ts';
import { processGroup } from '../helpers/processes.ts';
import { scripted, WorkerFixture } from '../helpers/worker-fixture.ts';
import { isNotStopped, isStopped, untilStates } from '../helpers/worker-states.ts';

let fixture: WorkerFixture;
afterEach(() => fixture.stop());

describe('holding a worker', () => {
  it('stops its whole group and lets it go on', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('stubborn-grandchild') });
    await worker.run('begin');
    const { pid } = worker.handle.process;
    expect(processGroup(pid)).toHaveLength(2);

    expect(worker.handle.signal('stop')).toBe('signalled');
    await untilStates(pid, isStopped);
    expect(worker.handle.isAlive()).toBe(true);

    expect(worker.handle.signal('continue')).toBe('signalled');
    await untilStates(pid, isNotStopped);
    expect(worker.entries('note').map(({ text }) => text)).toEqual([
      'Held: its processes are stopped.',
      'Resumed.',
    ]);
  });

  it('keeps a prompt that was sent meanwhile until it goes on', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('polite') });
    worker.handle.signal('stop');
    await untilStates(worker.handle.process.pid, isStopped);
    worker.handle.prompt('hello');
    await untilStates(worker.handle.process.pid, isStopped);
    expect(worker.all('turn_ended')).toEqual([]);
    worker.handle.signal('continue');
    expect((await worker.event('turn_ended')).result).toMatchObject({ digest: 'echo: hello' });
  });

  it('does not keep it from being ended, and a worker that is gone cannot be held', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('hang') });
    worker.handle.prompt('one');
    worker.handle.signal('stop');
    await untilStates(worker.handle.process.pid, isStopped);
    await worker.handle.cancel();
    expect(processGroup(worker.handle.process.pid)).toEqual([]);
    expect(worker.handle.signal('stop')).toBe('gone');
    expect(worker.handle.signal('continue')).toBe('gone');
  });
});

describe('a held worker that is ended', () => {
  it('can still tidy up', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: builtInAgents().command });
    worker.handle.prompt(
      'trap "echo tidy > tidied; exit" TERM; echo up; while :; do sleep 0.05; done',
    );
    await worker.eventually(() => worker.entries('output')[0]);
    worker.handle.signal('stop');
    await untilStates(worker.handle.process.pid, isStopped);
    await worker.handle.cancel();
    expect(existsSync(path.join(fixture.home, 'tidied'))).toBe(true);
  });
});

describe('the idle limit', () => {
  it('does not run while stopped, nor while a question is open', async () => {
    fixture = new WorkerFixture({ idleLimitMs: 400 });
    const stopped = await fixture.worker({ agent: scripted('hang') });
    stopped.handle.prompt('work');
    stopped.handle.signal('stop');
    const asking = await fixture.worker({ agent: scripted('ask') });
    asking.handle.prompt('npm publish');
    await asking.event('question');
    const idle = await fixture.worker({ agent: scripted('polite') });

    // Begins later than the others, and hangs first.
    const hanging = await fixture.worker({ agent: scripted('hang') });
    expect(await hanging.run('work')).toMatchObject({ error: { code: 'agent_hung' } });
    expect(stopped.all('turn_ended')).toEqual([]);
    expect(asking.all('turn_ended')).toEqual([]);
    expect(idle.handle.isAlive()).toBe(true);

    stopped.handle.signal('continue');
    expect((await stopped.event('turn_ended')).result).toMatchObject({
      error: { code: 'agent_hung' },
    });
  });
});
