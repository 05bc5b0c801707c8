import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { reapOrphans } from '../../electron/daemon/workers/orphan-reaper.ts';
import { processFacts } from '../../electron/daemon/workers/process-table.ts';
import type { ProcessIdentity } from '../../electron/daemon/workers/worker-handle.ts';
import { allProcesses, processGroup, workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { scripted, WorkerFixture } from '../helpers/worker-fixture.ts';

const OWNER = '127.0.0.1:7455';
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function fixtureForTest(): WorkerFixture {
  const fixture = new WorkerFixture();
  ends.push(() => fixture.stop());
  return fixture;
}

/** A process that Fleetboard has nothing to do with, as the leader of a group of its own. */
function bystander(env: Record<string, string> = {}): ChildProcess & { readonly pid: number } {
  const child = spawn('sleep', ['600'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  ends.push(() => {
    child.kill('SIGKILL');
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('sleep did not start');
  return Object.assign(child, { pid });
}

describe('ending a worker', () => {
  it('kills what ignores SIGTERM, in its group', async () => {
    const fixture = fixtureForTest();
    const worker = await fixture.worker({ agent: scripted('stubborn-grandchild') });
    await worker.run('begin');
    expect(processGroup(worker.handle.process.pid)).toHaveLength(2);
    await worker.handle.cancel();
    expect(processGroup(worker.handle.process.pid)).toEqual([]);
    expect(worker.events.at(-1)?.type).toBe('exited');
  });

  it('finds and kills what left its group', async () => {
    const fixture = fixtureForTest();
    const agent = scripted('stubborn-grandchild', { args: ['detached'] });
    const worker = await fixture.worker({ agent });
    await worker.run('begin');
    expect(processGroup(worker.handle.process.pid)).toHaveLength(1);
    expect(workerProcessesOf(fixture.home)).toHaveLength(2);
    await worker.handle.cancel();
    expect(workerProcessesOf(fixture.home)).toEqual([]);
  });

  it('kills what keeps forking', async () => {
    const fixture = fixtureForTest();
    const agent = {
      ...scripted('polite'),
      protocol: 'command' as const,
      command: '/bin/sh',
      args: ['-c'],
    };
    const worker = await fixture.worker({ agent });
    worker.handle.prompt('trap "" TERM; echo up; while true; do sleep 0.01 & sleep 0.01; done');
    await worker.eventually(() => worker.entries('output')[0]);
    await worker.handle.cancel();
    expect(processGroup(worker.handle.process.pid)).toEqual([]);
    expect(workerProcessesOf(fixture.home)).toEqual([]);
  });

  it('leaves other workers alone', async () => {
    const fixture = fixtureForTest();
    const first = await fixture.worker({ agent: scripted('hang') });
    const second = await fixture.worker({ agent: scripted('polite') });
    await first.handle.cancel();
    expect(second.handle.isAlive()).toBe(true);
    expect(await second.run('still here')).toMatchObject({ outcome: 'done' });
  });
});

describe('orphans of a daemon that was killed', () => {
  it('are found and ended, whether they left their group or their environment', async () => {
    const folder = temporaryFolder('orphans');
    ends.push(folder.remove);
    const here = (file: string) => fileURLToPath(new URL(`../fixtures/${file}`, import.meta.url));
    const daemon = spawn(
      process.execPath,
      [here('worker-daemon.ts'), folder.path, here('agents/scripted-agent.mjs')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(createInterface({ input: daemon.stdout }), 'line')) as [string];
    const recorded = JSON.parse(line) as (ProcessIdentity & { sessionId: string })[];
    daemon.kill('SIGKILL');
    await once(daemon, 'exit');

    const group = recorded.find(({ sessionId }) => sessionId === 'command')?.pid ?? 0;
    const withoutMark = processGroup(group).map(({ pid }) => pid);
    const marked = workerProcessesOf(folder.path).map(({ pid }) => pid);
    const left = new Set([...withoutMark, ...marked]);
    expect(withoutMark.length).toBeGreaterThan(
      marked.filter((pid) => withoutMark.includes(pid)).length,
    );

    const neighbour = bystander({ FLEETBOARD_OWNER: `127.0.0.1:7460@${folder.path}` });
    const ended = await reapOrphans({ ownerDaemon: OWNER, home: folder.path, recorded });
    expect(new Set(ended)).toEqual(left);
    expect(allProcesses().filter(({ pid }) => left.has(pid))).toEqual([]);
    expect(processFacts(neighbour.pid)).not.toBeNull();
    expect(await reapOrphans({ ownerDaemon: OWNER, home: folder.path, recorded })).toEqual([]);
  });

  it('are never found by pid alone', async () => {
    const stranger = bystander();
    const facts = processFacts(stranger.pid);
    const recorded = [
      { sessionId: 'one', pid: stranger.pid, startedToken: `${facts?.startedToken}0` },
    ];
    expect(await reapOrphans({ ownerDaemon: OWNER, home: '/nowhere', recorded })).toEqual([]);
    expect(processFacts(stranger.pid)).toEqual(facts);
  });

  it('are found by pid and start time', async () => {
    const orphan = bystander();
    const { startedToken = '' } = processFacts(orphan.pid) ?? {};
    const recorded = [{ sessionId: 'one', pid: orphan.pid, startedToken }];
    expect(await reapOrphans({ ownerDaemon: OWNER, home: '/nowhere', recorded })).toEqual([
      orphan.pid,
    ]);
    expect(processFacts(orphan.pid)).toBeNull();
  });
});
