import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiAddressOf } from '../../electron/daemon/pulls/forge/github/api-address.ts';
import { clientOf } from '../helpers/forge/forge-client.ts';
import { FORGE_TOKEN, TestForge } from '../helpers/forge/test-forge.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let forge: TestForge;
let number: number;
beforeEach(async () => {
  folder = temporaryFolder('forge');
  forge = await TestForge.start(folder.path);
  forge.createBranch('work');
  number = forge.openPull('work');
});
afterEach(async () => {
  await forge.stop();
  folder.remove();
});

function ask(client = clientOf(forge)) {
  return client.readPull({ repository: forge.repository, number, knownTag: null });
}

const EVERYTHING = /./;
const problem = { message: expect.any(String), nextStep: expect.any(String) };

describe('a forge that does not answer what was asked', () => {
  it('knows who asks', async () => {
    expect(await clientOf(forge).whoAmI()).toEqual({ outcome: 'known', login: 'ada' });
  });

  it('is not asked without a token', async () => {
    const answer = await ask(clientOf(forge, { token: null }));
    expect(answer).toMatchObject({ outcome: 'no_token', problem: { nextStep: 'Log in.' } });
    expect(forge.requests()).toEqual([]);
  });

  it('refuses a token that it does not know, is asked once, and the next token is looked for', async () => {
    let token = 'ghp_ofNobodyAtAll';
    const client = clientOf(forge, {});
    expect(await client.whoAmI()).toMatchObject({ outcome: 'known' });
    const changing = clientOf(forge, { findToken: async () => token });
    const answer = await changing.whoAmI();
    expect(answer).toMatchObject({ outcome: 'unauthorized', problem });
    expect(JSON.stringify(answer)).not.toContain(token);
    expect(forge.requests().map(({ status }) => status)).toEqual([200, 401]);
    token = FORGE_TOKEN;
    expect(await changing.whoAmI()).toMatchObject({ outcome: 'known' });
  });

  it('does not know the pull request, and is asked once', async () => {
    const question = { repository: forge.repository, number: 99, knownTag: null };
    const answer = await clientOf(forge).readPull(question);
    expect(answer).toMatchObject({ outcome: 'not_found', problem });
    expect(forge.requests()).toHaveLength(1);
  });

  it('is another one than the repository’s, and hears nothing', async () => {
    const repository = { ...forge.repository, host: 'forge.example' };
    const client = clientOf(forge);
    const pull = { repository, headBranch: 'work', baseBranch: 'main', title: 'T', body: '' };
    const one = { repository, number };
    const answers = [
      await client.readPull({ ...one, knownTag: null }),
      await client.findOpenPull(pull),
      await client.openPull(pull),
      await client.updatePull({ ...one, title: 'T', body: '' }),
      await client.mergePull({ ...one, headCommit: '1'.repeat(40), method: 'merge' }),
    ];
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(5).fill('refused'));
    expect(forge.requests()).toEqual([]);
  });

  it('says no in its own words, without the token that it was sent', async () => {
    const message = `Resource not accessible by ${FORGE_TOKEN}`;
    const answer = { kind: 'answer', status: 403, body: { message } } as const;
    forge.switches.next(EVERYTHING, answer);
    const refused = await ask();
    expect(refused).toMatchObject({
      outcome: 'refused',
      problem: { message: 'github.com refused: Resource not accessible by [token]' },
    });
    expect(forge.requests()).toHaveLength(1);
  });

  it.each([500, 502, 503])(
    'answers %i, is asked again, and then is unavailable',
    async (status) => {
      forge.switches.failWith(status, 3);
      expect(await ask()).toMatchObject({ outcome: 'unavailable', status, problem });
      expect(forge.requests()).toHaveLength(3);
      forge.switches.failWith(status, 2);
      expect(await ask()).toMatchObject({ outcome: 'read' });
    },
  );

  it('drops connections, or is not there', async () => {
    forge.switches.next(EVERYTHING, { kind: 'drop' }, 3);
    expect(await ask()).toMatchObject({ outcome: 'unavailable', status: null, problem });
    expect(forge.requests()).toHaveLength(3);
    const apiUrl = `http://127.0.0.1:${await freePort()}`;
    const absent = await ask(clientOf(forge, { apiUrl }));
    expect(absent).toMatchObject({
      outcome: 'unavailable',
      problem: { message: expect.stringContaining('ECONNREFUSED') },
    });
  });

  it('holds an answer back for longer than anybody waits', async () => {
    const held = forge.hold(EVERYTHING);
    forge.switches.hold(EVERYTHING);
    const answer = ask(clientOf(forge, { timeoutMs: 200 }));
    await held.reached;
    expect(await answer).toMatchObject({
      outcome: 'unavailable',
      status: null,
      problem: { message: expect.stringContaining('timeout') },
    });
  });
});

describe('a rate limit', () => {
  const CASES = [
    {
      what: 'a secondary one',
      arrange: () => forge.switches.limitSecondary(EVERYTHING, 30),
      waitMs: () => 30_000,
    },
    {
      what: 'too many requests',
      arrange: () => forge.switches.limitTooMany(EVERYTHING, 7),
      waitMs: () => 7_000,
    },
    {
      what: 'one that names no moment',
      arrange: () =>
        forge.switches.next(EVERYTHING, { kind: 'answer', status: 429, body: { message: 'Slow' } }),
      waitMs: () => 60_000,
    },
    {
      what: 'one for a day',
      arrange: () => forge.switches.limitTooMany(EVERYTHING, 86_400),
      waitMs: () => 3_600_000,
    },
  ];
  it.each(CASES)('says when to ask again, and until then nothing is sent: $what', async (limit) => {
    let now = 1_800_000_000_000;
    const client = clientOf(forge, { now: () => now });
    limit.arrange();
    const retryAt = now + limit.waitMs();
    expect(await ask(client)).toMatchObject({ outcome: 'rate_limited', retryAt, problem });
    expect(forge.requests()).toHaveLength(1);
    now = retryAt - 1;
    expect(await ask(client)).toMatchObject({ outcome: 'rate_limited', retryAt });
    expect(await client.whoAmI()).toMatchObject({ outcome: 'rate_limited', retryAt });
    expect(forge.requests()).toHaveLength(1);
    now = retryAt;
    expect(await ask(client)).toMatchObject({ outcome: 'read' });
  });

  it('that is spent is reset at the moment that the forge names', async () => {
    const now = 1_800_000_000_000;
    forge.server.remaining = 0;
    forge.server.resetAt = now + 600_000;
    const answer = await ask(clientOf(forge, { now: () => now }));
    expect(answer).toMatchObject({ outcome: 'rate_limited', retryAt: now + 600_000 });
    expect(forge.requests()).toHaveLength(1);
  });
});

describe('the address of the API', () => {
  const at = (url: string) => ({ outcome: 'address', url });
  const refused = (code: string) => ({ outcome: 'refused', problem: { code } });
  it.each([
    ['github.com', null, at('https://api.github.com')],
    ['acme.ghe.com', null, at('https://api.acme.ghe.com')],
    ['git.example', null, at('https://git.example/api/v3')],
    ['git.example', 'https://git.example/api/', at('https://git.example/api')],
    ['git.example', 'http://127.0.0.1:8080/', at('http://127.0.0.1:8080')],
    ['git.example', 'http://localhost:8080', at('http://localhost:8080')],
    ['git.example', 'http://[::1]:8080', at('http://[::1]:8080')],
    ['git.example', 'http://git.example/api', refused('forge_not_encrypted')],
    ['git.example', 'http://127.0.0.1.example', refused('forge_not_encrypted')],
    ['git.example', 'https://ada:secret@git.example', refused('forge_address_invalid')],
    ['git.example', 'ftp://git.example', refused('forge_address_invalid')],
    ['git.example', 'git.example', refused('forge_address_invalid')],
  ])('of %s, configured as %s', (host, configured, expected) => {
    const answer = apiAddressOf(host, configured);
    expect(answer).toMatchObject(expected);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});
