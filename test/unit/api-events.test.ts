import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventStream } from '../../electron/daemon/api/event-stream.ts';
import { type LoopbackApi, startLoopbackApi } from '../../electron/daemon/api/loopback-api.ts';
import type { ContractHandlers, Push } from '../../shared/contract.ts';
import { SIGN_OF_LIFE_EVERY_MS, SIGNS_OF_LIFE } from '../../shared/sign-of-life.ts';
import { callHeaders } from '../helpers/api-request.ts';
import { activityOf } from '../helpers/board-rows.ts';
import { EventClient } from '../helpers/event-client.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let api: LoopbackApi;
let port: number;
let headers: Record<string, string>;
let publish: (push: Push) => void;

beforeEach(async () => {
  folder = temporaryFolder('events');
  port = await freePort();
  const owner = `127.0.0.1:${port}`;
  api = await startLoopbackApi({
    home: folder.path,
    port,
    identity: { owner, bootId: 'boot', version: '0.0.0' },
    page: null,
    log: { error: (_details, message) => expect.unreachable(message) },
  });
  await api.open();
  headers = callHeaders(folder.path, port);
  publish = () => expect.unreachable('nobody has subscribed');
});
afterEach(async () => {
  await api.stop();
  folder.remove();
});

function serve(): void {
  api.serve({
    owner: `127.0.0.1:${port}`,
    home: folder.path,
    handlers: {} as ContractHandlers,
    subscribe(listener) {
      publish = listener;
      return () => {};
    },
  });
}

const push = (next: number, line = 'works'): Push => ({
  event: 'activity',
  activities: [{ ...activityOf('session', next), line }],
});

describe('a client of the event stream', () => {
  it('hears when the daemon is there, and then all that it says, in order', async () => {
    const client = new EventClient(port, headers);
    expect(await client.isOpen()).toBe(true);
    serve();
    for (let next = 0; next < 100; next += 1) publish(push(next));
    await client.heard(101);
    expect(client.pushes).toEqual([
      { event: 'startup', startup: { state: 'ready' } },
      ...Array.from({ length: 100 }, (_, next) => push(next)),
    ]);
  });

  it.each([
    ['without a token', {}],
    ['with a wrong token', { authorization: 'Bearer wrong' }],
  ])('%s is not let in', async (_what, given) => {
    expect(await new EventClient(port, given).isOpen()).toBe(false);
  });

  it.each([
    ['a foreign Host', { host: 'example.invalid' }],
    ['a foreign Origin', { origin: 'http://example.invalid' }],
  ])('with %s is not let in, whatever it knows', async (_what, given) => {
    expect(await handshake({ ...headers, ...given })).toMatch(/^HTTP\/1\.1 403 /);
    expect(await handshake(headers)).toMatch(/^HTTP\/1\.1 101 /);
  });

  it('that talks is told that calls are made over HTTP', async () => {
    const client = new EventClient(port, headers);
    await client.isOpen();
    client.say('{}');
    expect(await client.closed).toEqual({ code: 1008, reason: 'calls are made over HTTP' });
  });

  it('that wants signs of life gets them until it wants no more, and hears on', async () => {
    const client = new EventClient(port, headers);
    await client.isOpen();
    client.say(SIGNS_OF_LIFE.wanted);
    await client.batches(3);
    client.say(SIGNS_OF_LIFE.unwanted);
    serve();
    await client.heard(1);
    expect(client.pushes).toEqual([{ event: 'startup', startup: { state: 'ready' } }]);
  });

  it('that nobody looks at, or that is gone, costs nothing: one timer is there while somebody looks', () => {
    vi.useFakeTimers();
    try {
      const stream = new EventStream();
      const [one, other] = [joined(stream), joined(stream)];
      expect(vi.getTimerCount()).toBe(0);
      for (const { say } of [one, other, one]) say(SIGNS_OF_LIFE.wanted);
      expect(vi.getTimerCount()).toBe(1);
      expect([one.sent(), other.sent()], 'at once').toEqual([2, 1]);
      vi.advanceTimersByTime(10 * SIGN_OF_LIFE_EVERY_MS);
      expect([one.sent(), other.sent()]).toEqual([12, 11]);
      one.say(SIGNS_OF_LIFE.unwanted);
      vi.advanceTimersByTime(SIGN_OF_LIFE_EVERY_MS);
      expect([one.sent(), other.sent()]).toEqual([12, 12]);
      other.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that does not read is parted with; the others hear everything', async () => {
    serve();
    const reading = new EventClient(port, headers);
    await reading.isOpen();
    const stuck = await upgraded(headers);
    stuck.pause();
    const gone = new Promise((resolve) => stuck.once('close', resolve));
    const megabyte = 'x'.repeat(1_048_576);
    for (let next = 0; next < 40; next += 1) {
      publish(push(next, megabyte));
      await reading.heard(next + 1);
    }
    let bytes = 0;
    stuck.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    stuck.resume();
    await gone;
    expect(bytes).toBeLessThan(30 * megabyte.length);
  });

  it('that reads too slowly is told what to do', () => {
    const stream = new EventStream();
    const socket = { send: vi.fn(), close: vi.fn(), terminate: vi.fn(), on: vi.fn() };
    stream.add({ ...socket, bufferedAmount: 9 * 1_048_576 });
    stream.publish(push(1));
    expect(socket.send).not.toHaveBeenCalled();
    expect(socket.close).toHaveBeenCalledExactlyOnceWith(
      4000,
      'too slow: connect again and ask for what is newer',
    );
    stream.stop();
  });

  it('hears that the daemon stops, which does not wait for those that do not answer', async () => {
    const polite = new EventClient(port, headers);
    await polite.isOpen();
    const stuck = await upgraded(headers);
    stuck.pause();
    await api.stop();
    expect(await polite.closed).toEqual({ code: 1001, reason: 'daemon stops' });
    stuck.destroy();
  });
});

/** A client without a connection, and the two things that it can do. */
function joined(stream: EventStream) {
  const listeners = new Map<string, (said: string) => void>();
  const send = vi.fn();
  stream.add({
    bufferedAmount: 0,
    ...{ send, close: vi.fn(), terminate: vi.fn() },
    on: (event: string, listener: (said: string) => void) => listeners.set(event, listener),
  });
  return {
    sent: () => send.mock.calls.length,
    say: (said: string) => listeners.get('message')?.(said),
    close: () => listeners.get('close')?.(''),
  };
}

/** What the daemon answers to a client that would like to listen. */
async function handshake(given: Readonly<Record<string, string>>): Promise<string> {
  const socket = await upgraded(given);
  const [answer] = answers.get(socket) ?? [''];
  socket.destroy();
  return answer ?? '';
}

const answers = new WeakMap<Socket, [string]>();

/** A connection after the answer to the handshake, byte for byte what is asked for. */
function upgraded(given: Readonly<Record<string, string>>): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    ...given,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write(['GET /v1/events HTTP/1.1', ...lines, '', ''].join('\r\n'));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (chunk) => {
      answers.set(socket, [chunk.toString('latin1')]);
      resolve(socket);
    });
  });
}
