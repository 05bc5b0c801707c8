import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../electron/daemon/api/browser-session.ts';
import { type Daemon, startDaemon } from '../../electron/daemon/daemon.ts';
import { apiRequest, callHeaders, tokenIn } from '../helpers/api-request.ts';
import { EventClient } from '../helpers/event-client.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let daemon: Daemon;
let port: number;

beforeEach(async () => {
  folder = temporaryFolder('browser-session');
  port = await freePort();
  await start();
});
afterEach(async () => {
  await daemon.stop();
  folder.remove();
});

async function start(): Promise<void> {
  daemon = await startDaemon({ home: folder.path, port, version: '0.0.0', sqliteBinding: null });
}

async function signIn(): Promise<string> {
  const { status, headers } = await apiRequest(port, {
    path: '/v1/browser-session',
    headers: callHeaders(folder.path, port),
    body: ['{}'],
  });
  expect(status).toBe(204);
  const [cookie] = headers['set-cookie'] ?? [];
  if (cookie === undefined) throw new Error('no cookie was set');
  return cookie;
}

const pairOf = (cookie: string) => cookie.slice(0, cookie.indexOf(';'));
const ownOrigin = () => ({ origin: `http://127.0.0.1:${port}` });
const callWith = (headers: Record<string, string>) =>
  apiRequest(port, {
    path: '/v1/call/startup.read',
    headers: { 'content-type': 'application/json', ...headers },
    body: ['{}'],
  });

describe('the session of a browser', () => {
  it('is a cookie that scripts, other sites and other ports do not get to use', async () => {
    const cookie = await signIn();
    expect(cookie).toMatch(new RegExp(`^fleetboard_${port}=`));
    expect(cookie).toContain('; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000');
    expect(cookie).not.toContain(tokenIn(folder.path, port));
  });

  it('opens calls and events to the page of this daemon alone', async () => {
    const cookie = pairOf(await signIn());
    expect(await callWith({ cookie, ...ownOrigin() })).toMatchObject({ status: 200 });
    expect(await callWith({ cookie, 'sec-fetch-site': 'same-origin' })).toMatchObject({
      status: 200,
    });
    expect(await callWith({ cookie })).toMatchObject({ status: 401 });
    expect(await callWith({ cookie, 'sec-fetch-site': 'same-site' })).toMatchObject({
      status: 401,
    });
    expect(await callWith({ cookie, origin: 'http://127.0.0.1:80' })).toMatchObject({
      status: 403,
    });
    const page = new EventClient(port, { cookie, ...ownOrigin() });
    expect(await page.isOpen()).toBe(true);
    page.close();
    const stranger = new EventClient(port, { cookie, 'sec-fetch-site': 'same-origin' });
    expect(await stranger.isOpen()).toBe(false);
  });

  it('cannot be made up, and does not make further ones', async () => {
    const cookie = pairOf(await signIn());
    const [name = '', value = ''] = cookie.split('=');
    const [until = '', signature = ''] = value.split('.');
    for (const forged of [`${Number(until) + 1}.${signature}`, `${until}.${'0'.repeat(64)}`, '']) {
      const answer = await callWith({ cookie: `${name}=${forged}`, ...ownOrigin() });
      expect(answer).toMatchObject({ status: 401 });
    }
    const answer = await apiRequest(port, {
      path: '/v1/browser-session',
      headers: { cookie, 'content-type': 'application/json', ...ownOrigin() },
      body: ['{}'],
    });
    expect(answer).toMatchObject({ status: 401 });
  });

  it('outlives the daemon, unlike the token; without its key it ends', async () => {
    const cookie = pairOf(await signIn());
    const earlier = callHeaders(folder.path, port);
    await daemon.stop();
    await start();
    expect(await callWith({ cookie, ...ownOrigin() })).toMatchObject({ status: 200 });
    expect(await callWith(earlier)).toMatchObject({ status: 401 });
    const key = path.join(folder.path, `api-${port}.browser-key`);
    if (process.platform !== 'win32') expect(statSync(key).mode & 0o777).toBe(0o600);
    await daemon.stop();
    rmSync(key);
    await start();
    expect(await callWith({ cookie, ...ownOrigin() })).toMatchObject({ status: 401 });
  });

  it('lapses after 30 days', () => {
    let now = 1_000;
    const session = new BrowserSession(folder.path, port, () => now);
    const cookie = `other=1; ${pairOf(session.cookie())}; another=2`;
    now += 30 * 86_400_000 - 1;
    expect(session.isIn(cookie)).toBe(true);
    now += 1;
    expect(session.isIn(cookie)).toBe(false);
  });
});
