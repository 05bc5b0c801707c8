import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../../electron/daemon/daemon.ts';
import { type ApiRequest, apiRequest, callHeaders } from '../helpers/api-request.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const A_MEGABYTE = Buffer.alloc(1_048_576, ' ');
const HUNDRED_MEGABYTES = 100 * A_MEGABYTE.length;
const CALL = '/v1/call/board.changes';
const BODY = ['{"since":0}'];

let folder: ReturnType<typeof temporaryFolder>;
let daemon: Daemon;
let other: Daemon;
let port: number;
let otherPort: number;
let headers: Record<string, string>;

beforeAll(async () => {
  folder = temporaryFolder('refusals');
  const start = async (on: number) =>
    startDaemon({ home: folder.path, port: on, version: '0.0.0', sqliteBinding: null });
  port = await freePort();
  daemon = await start(port);
  otherPort = await freePort();
  other = await start(otherPort);
  headers = callHeaders(folder.path, port);
});
afterAll(async () => {
  await daemon.stop();
  await other.stop();
  folder.remove();
});

/** Headers are given late: the tokens are known only after the start. */
interface Case {
  readonly what: string;
  readonly request: () => ApiRequest;
  readonly status: number;
  readonly code: string;
}

const call = (change: Partial<ApiRequest> = {}): ApiRequest => ({
  path: CALL,
  headers,
  body: BODY,
  ...change,
});
const without = (name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

const cases: Case[] = [
  {
    what: 'no token',
    request: () => call({ headers: without('authorization') }),
    status: 401,
    code: 'wrong_token',
  },
  {
    what: 'a wrong token',
    request: () => call({ headers: { ...headers, authorization: `Bearer ${'0'.repeat(64)}` } }),
    status: 401,
    code: 'wrong_token',
  },
  {
    what: "another port's token",
    request: () => call({ headers: callHeaders(folder.path, otherPort) }),
    status: 401,
    code: 'wrong_token',
  },
  {
    what: 'an empty token',
    request: () => call({ headers: { ...headers, authorization: 'Bearer ' } }),
    status: 401,
    code: 'wrong_token',
  },
  {
    what: 'no token where the path is written in another way',
    request: () => call({ method: 'GET', path: '/%76%31/daemon', headers: {}, body: [] }),
    status: 401,
    code: 'wrong_token',
  },
  {
    what: 'a foreign Host',
    request: () => call({ headers: { ...headers, host: `fleetboard.example:${port}` } }),
    status: 403,
    code: 'foreign_host',
  },
  {
    what: 'a Host with another port',
    request: () => call({ headers: { ...headers, host: `127.0.0.1:${otherPort}` } }),
    status: 403,
    code: 'foreign_host',
  },
  {
    what: 'a foreign Origin',
    request: () => call({ headers: { ...headers, origin: 'https://example.invalid' } }),
    status: 403,
    code: 'foreign_origin',
  },
  {
    what: 'the Origin of another port',
    request: () => call({ headers: { ...headers, origin: `http://127.0.0.1:${otherPort}` } }),
    status: 403,
    code: 'foreign_origin',
  },
  {
    what: 'an opaque Origin',
    request: () => call({ headers: { ...headers, origin: 'null' } }),
    status: 403,
    code: 'foreign_origin',
  },
  {
    what: 'malformed JSON',
    request: () => call({ body: ['{"since":'] }),
    status: 400,
    code: 'body_not_json',
  },
  {
    what: 'JSON that reaches for a prototype',
    request: () => call({ body: ['{"since":0,"__proto__":{"a":1}}'] }),
    status: 400,
    code: 'body_not_json',
  },
  {
    what: 'JSON that is deep',
    request: () => call({ body: [`{"since":${'['.repeat(33)}${']'.repeat(33)}}`] }),
    status: 400,
    code: 'body_not_json',
  },
  {
    what: 'JSON of many parts',
    request: () => call({ body: [`{"since":[${'0,'.repeat(10_001)}0]}`] }),
    status: 400,
    code: 'body_not_json',
  },
  {
    what: 'an empty body',
    request: () => call({ body: [] }),
    status: 400,
    code: 'body_not_json',
  },
  {
    what: 'a body of another type',
    request: () => call({ headers: { ...headers, 'content-type': 'text/plain' } }),
    status: 415,
    code: 'content_type_not_accepted',
  },
  {
    what: 'an unknown method',
    request: () => call({ path: '/v1/call/task.destroy', body: ['{}'] }),
    status: 404,
    code: 'call_not_known',
  },
  {
    what: 'a method that every object has',
    request: () => call({ path: '/v1/call/toString', body: ['{}'] }),
    status: 404,
    code: 'call_not_known',
  },
  {
    what: 'an unknown address',
    request: () => call({ path: '/v2/call/board.changes' }),
    status: 404,
    code: 'not_found',
  },
  {
    what: 'an input that the schema refuses',
    request: () => call({ body: ['{"since":-1,"more":true}'] }),
    status: 400,
    code: 'input_not_accepted',
  },
  {
    what: 'a daemon to act at that is no address',
    request: () => call({ path: `${CALL}?at=example.invalid:80` }),
    status: 400,
    code: 'input_not_accepted',
  },
  {
    what: 'headers without end',
    request: () => call({ headers: { ...headers, 'x-much': 'x'.repeat(20_000) } }),
    status: 431,
    code: 'headers_too_large',
  },
];

describe('the loopback API', () => {
  it('answers a call that is as it should be', async () => {
    const answer = await apiRequest(port, call());
    expect(answer).toMatchObject({ status: 200, body: { ok: true, value: { since: 0 } } });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('takes a long text, whatever is written in it', async () => {
    const prompt = '[{,:"\\'.repeat(50_000);
    const body = [JSON.stringify({ sessionId: 'none', prompt })];
    expect(await apiRequest(port, call({ path: '/v1/call/task.send', body }))).toMatchObject({
      status: 200,
      body: { ok: true, value: { outcome: 'refused' } },
    });
  });

  it.each(cases)('refuses $what with $status', async ({ request, status, code }) => {
    const answer = await apiRequest(port, request());
    expect(answer).toMatchObject({
      status,
      body: {
        ok: false,
        problem: { code, message: expect.any(String), nextStep: expect.any(String) },
      },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(answer)).not.toContain(headers.authorization?.slice('Bearer '.length));
  });

  it('refuses a body of 100 MB by its announced length, before any of it has come', async () => {
    const announced = { ...headers, 'content-length': String(HUNDRED_MEGABYTES) };
    expect(await apiRequest(port, { path: CALL, headers: announced, isOpen: true })).toMatchObject({
      status: 413,
      body: { problem: { code: 'body_too_large' } },
    });
  });

  it('refuses a body without a length as soon as it is too large, and does not wait for the rest', async () => {
    const body = [A_MEGABYTE, ' '];
    expect(await apiRequest(port, { path: CALL, headers, body, isOpen: true })).toMatchObject({
      status: 413,
      body: { problem: { code: 'body_too_large' } },
    });
  });

  it.each(['with', 'without'])('tells who sends 100 MB %s their length why', async (known) => {
    const length = known === 'with' ? { 'content-length': String(HUNDRED_MEGABYTES) } : {};
    const body = Array.from({ length: 100 }, () => A_MEGABYTE);
    const answer = await apiRequest(port, { path: CALL, headers: { ...headers, ...length }, body });
    expect(answer).toMatchObject({ status: 413, body: { problem: { code: 'body_too_large' } } });
    expect(await apiRequest(port, call())).toMatchObject({ status: 200 });
  });
});
