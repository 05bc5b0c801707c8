import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerCall } from '../../electron/daemon/api/answer-call.ts';
import { type Daemon, startDaemon } from '../../electron/daemon/daemon.ts';
import { apiRequest, callHeaders } from '../helpers/api-request.ts';
import { readTask } from '../helpers/database-reader.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let here: Daemon;
let there: Daemon;

beforeEach(async () => {
  folder = temporaryFolder('forwarding');
  here = await start();
  there = await start();
});
afterEach(async () => {
  await here.stop();
  await there.stop();
  folder.remove();
});

async function start(): Promise<Daemon> {
  return startDaemon({
    home: folder.path,
    port: await freePort(),
    version: '0.0.0',
    sqliteBinding: null,
  });
}

const portOf = (daemon: Daemon) => Number(daemon.owner.split(':')[1]);

async function taskOf(daemon: Daemon): Promise<string> {
  const outcome = await daemon.handlers['task.start']({
    kind: 'spawn',
    agent: 'command',
    folder: folder.path,
    prompt: 'sleep 600',
    profile: 'careful',
    shape: 'scout',
  });
  if (outcome.outcome !== 'enqueued') throw new Error(JSON.stringify(outcome));
  return outcome.taskId;
}

const call = (method: string, input: unknown, at?: string) => {
  const log = { error: () => expect.unreachable('nothing is an error of this daemon') };
  return answerCall({ startup: { state: 'ready' }, daemon: here }, log, method, input, at);
};

describe('a call that another daemon should answer', () => {
  it('is answered there, and its outcome comes back', async () => {
    const taskId = await taskOf(there);
    expect(await call('task.cancel', { taskId })).toEqual({
      ok: true,
      value: { outcome: 'not_owner', ownerDaemon: there.owner },
    });
    expect(await call('task.cancel', { taskId }, there.owner)).toEqual({
      ok: true,
      value: { outcome: 'cancelled' },
    });
    expect(readTask(folder.path, taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('is answered here when this is the one', async () => {
    const answer = await call('catalog.read', {}, here.owner);
    expect(answer).toMatchObject({ ok: true, value: { daemon: { owner: here.owner } } });
  });

  it('can be made over HTTP', async () => {
    const answer = await apiRequest(portOf(here), {
      path: `/v1/call/catalog.read?at=${there.owner}`,
      headers: callHeaders(folder.path, portOf(here)),
      body: ['{}'],
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, value: { daemon: { owner: there.owner } } },
    });
  });

  it('says so when nobody is there, and what becomes of the work', async () => {
    const gone = await start();
    await gone.stop();
    expect(await call('catalog.read', {}, gone.owner)).toMatchObject({
      ok: false,
      problem: {
        code: 'daemon_unreachable',
        message: `The daemon ${gone.owner} could not be reached: nothing listens there.`,
        nextStep: expect.stringContaining(`FLEETBOARD_PORT=${portOf(gone)}`),
      },
    });
    const unknown = `127.0.0.1:${await freePort()}`;
    expect(await call('catalog.read', {}, unknown)).toMatchObject({
      problem: { code: 'daemon_unreachable', message: expect.stringContaining('no token') },
    });
  });

  it('says so when another program answers in its place', async () => {
    const gone = await start();
    await gone.stop();
    const stranger = createServer((_request, response) => response.end('<html>hello</html>'));
    await new Promise<void>((resolve) =>
      stranger.listen(portOf(gone), '127.0.0.1', () => resolve()),
    );
    expect(await call('catalog.read', {}, gone.owner)).toMatchObject({
      problem: { code: 'daemon_unreachable', message: expect.stringContaining('another program') },
    });
    stranger.closeAllConnections();
    await new Promise((resolve) => stranger.close(resolve));
  });

  it.each(['example.invalid:80', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:80/x', 'localhost:7455'])(
    'is refused when it names %s',
    async (at) => {
      expect(await call('catalog.read', {}, at)).toMatchObject({
        problem: { code: 'input_not_accepted', message: expect.stringContaining('127.0.0.1:7460') },
      });
    },
  );
});
