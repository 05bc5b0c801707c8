import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../electron/daemon/api/content-security-policy.ts';
import { type Daemon, startDaemon } from '../../electron/daemon/daemon.ts';
import { apiRequest } from '../helpers/api-request.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let daemon: Daemon;
let port: number;

beforeEach(async () => {
  folder = temporaryFolder('page');
  port = await freePort();
  const page = path.join(folder.path, 'page');
  mkdirSync(path.join(page, 'assets'), { recursive: true });
  writeFileSync(path.join(page, 'index.html'), '"the page"');
  writeFileSync(path.join(page, 'assets', 'a b.js'), '"a script"');
  writeFileSync(path.join(page, 'notes.txt'), '"no part of the page"');
  writeFileSync(path.join(folder.path, 'page-secret.js'), '"outside"');
  const home = path.join(folder.path, 'home');
  daemon = await startDaemon({ home, port, version: '0.0.0', sqliteBinding: null, page });
});
afterEach(async () => {
  await daemon.stop();
  folder.remove();
});

const get = (address: string, headers = {}) =>
  apiRequest(port, { method: 'GET', path: address, headers });

describe('the page for browsers', () => {
  it('is served without a token, under the policy of the window', async () => {
    const { status, headers, body } = await get('/');
    expect({ status, body }).toEqual({ status: 200, body: 'the page' });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(await get('/index.html')).toMatchObject({ status: 200 });
    expect(await get('/assets/a%20b.js')).toMatchObject({ status: 200, body: 'a script' });
  });

  it.each([
    '/../page-secret.js',
    '/..%2fpage-secret.js',
    '/%2e%2e/page-secret.js',
    '/assets/../../page-secret.js',
    '/..%252fpage-secret.js',
    '//page-secret.js',
    '/notes.txt',
    '/assets',
    '/a%00.js',
    '/none.js',
  ])('has nothing at %s', async (address) => {
    expect(await get(address)).toMatchObject({
      status: 404,
      body: { problem: { code: 'not_found' } },
    });
  });

  it('is not served under another name, nor to the script of another page', async () => {
    expect(await get('/', { host: `fleetboard.example:${port}` })).toMatchObject({ status: 403 });
    expect(await get('/', { origin: 'http://example.invalid' })).toMatchObject({ status: 403 });
  });
});
