import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BoundedServer } from '../../electron/daemon/api/bounded-server.ts';
import { REFUSALS } from '../../electron/daemon/api/refusal.ts';
import { type Daemon, startDaemon } from '../../electron/daemon/daemon.ts';
import { apiRequest, callHeaders } from '../helpers/api-request.ts';
import { freePort } from '../helpers/free-port.ts';
import { Gate } from '../helpers/gate.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let daemon: Daemon;
let port: number;
let painted: Gate;

beforeEach(async () => {
  folder = temporaryFolder('waiting');
  port = await freePort();
  painted = new Gate();
  daemon = await startDaemon({
    home: folder.path,
    port,
    version: '0.0.0',
    sqliteBinding: null,
    portAnswersAfter: painted.before(async () => {}),
  });
});
afterEach(async () => {
  await daemon.stop();
  folder.remove();
});

const ask = () =>
  apiRequest(port, {
    path: '/v1/call/startup.read',
    headers: callHeaders(folder.path, port),
    body: ['{}'],
  });

describe('a port that does not answer yet', () => {
  it('is taken: whoever asks waits, and is answered when the daemon can', async () => {
    const answer = ask();
    const events = await connected();
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    // Its own calls do not wait.
    expect(await daemon.handlers['startup.read']({})).toEqual({ state: 'ready' });
    expect(isAnswered).toBe(false);
    painted.open();
    expect(await answer).toMatchObject({ status: 200, body: { value: { state: 'ready' } } });
    events.destroy();
  });

  it('is taken for good: another daemon does not get it', async () => {
    const second = startDaemon({ home: folder.path, port, version: '0.0.0', sqliteBinding: null });
    painted.open();
    await expect(second).rejects.toMatchObject({ problem: { code: 'port_taken' } });
  });

  it('survives clients that go away before they are heard', async () => {
    const gone = await connected();
    gone.resetAndDestroy();
    await once(gone, 'close');
    painted.open();
    expect(await ask()).toMatchObject({ status: 200 });
  });

  it('is given back by a daemon that stops before it answered, and never answers after that', async () => {
    const waiting = await connected();
    const closed = once(waiting, 'close');
    await daemon.stop();
    await closed;
    painted.open();
    const next = await startDaemon({
      home: folder.path,
      port,
      version: '0.0.0',
      sqliteBinding: null,
    });
    expect(await ask()).toMatchObject({ status: 200 });
    await next.stop();
  });
});

describe('a port that will never answer', () => {
  it('says so to whoever waits, and to whoever comes', async () => {
    const connections = new BoundedServer();
    const held = await freePort();
    connections.server.listen(held, '127.0.0.1');
    await once(connections.server, 'listening');
    const question = { path: '/v1/call/startup.read', body: ['{}'] };
    const arrived = once(connections.server, 'connection');
    const waiting = apiRequest(held, question);
    await arrived;
    connections.refuseAll(REFUSALS.daemon_incomplete);
    const refused = { status: 503, body: { problem: { code: 'daemon_incomplete' } } };
    expect(await waiting).toMatchObject(refused);
    expect(await apiRequest(held, question)).toMatchObject(refused);
    connections.endAll();
    connections.server.close();
  });
});

async function connected() {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}
