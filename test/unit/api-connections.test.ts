import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../../electron/daemon/daemon.ts';
import { apiRequest, callHeaders } from '../helpers/api-request.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let daemon: Daemon;
let port: number;
let sockets: Socket[];

beforeEach(async () => {
  folder = temporaryFolder('connections');
  port = await freePort();
  daemon = await startDaemon({ home: folder.path, port, version: '0.0.0', sqliteBinding: null });
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await daemon.stop();
  folder.remove();
});

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** All that the daemon says until it hangs up. */
async function heard(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  return text;
}

const ask = () =>
  apiRequest(port, {
    path: '/v1/call/board.changes',
    headers: callHeaders(folder.path, port),
    body: ['{"since":0}'],
  });

describe('a thousand connections', () => {
  it('are bounded: those beyond hear why, and the API answers when there is room again', async () => {
    const kept: Socket[] = [];
    const refused: Promise<string>[] = [];
    for (let count = 0; count < 1_000; count += 1) {
      const socket = await open();
      if (count < 64) kept.push(socket);
      else refused.push(heard(socket));
    }
    for (const text of await Promise.all(refused)) {
      expect(text).toMatch(/^HTTP\/1\.1 503 .*"code":"too_many_connections"/s);
    }
    expect(await ask()).toMatchObject({ status: 503 });
    const gone = kept.map((socket) => once(socket, 'close'));
    for (const socket of kept) socket.destroy();
    await Promise.all(gone);
    // The daemon hears of it a moment later than this side.
    await expect.poll(async () => (await ask()).status).toBe(200);
  });

  it('that say nothing, or never finish, are ended: nobody keeps the API to himself', async () => {
    const silent = await open();
    const slow = await open();
    slow.write('POST /v1/call/board.changes HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
    const texts = await Promise.all([silent, slow].map(heard));
    for (const text of texts) {
      expect(text).toMatch(/^HTTP\/1\.1 408 .*"code":"request_too_slow"/s);
    }
  });

  it('that do not speak HTTP hear so', async () => {
    const socket = await open();
    socket.write('HELO fleetboard\r\n\r\n');
    expect(await heard(socket)).toMatch(/^HTTP\/1\.1 400 .*"code":"request_not_accepted"/s);
  });
});
