import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findToken } from '../../electron/daemon/pulls/forge/token/find-token.ts';
import { writeHook } from '../helpers/run-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let programs: string;
beforeEach(() => {
  folder = temporaryFolder('token');
  programs = path.join(folder.path, 'programs');
  mkdirSync(programs);
});
afterEach(() => folder.remove());

interface Asked {
  readonly host?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
}

/** With only the programs of this test on PATH. */
function find({ host = 'github.com', environment = {}, platform = 'linux' }: Asked = {}) {
  return findToken({ host, environment: { PATH: programs, ...environment }, platform });
}

/** Answers only to exactly these arguments. */
function program(name: string, args: string, prints: string): void {
  writeHook(programs, name, `[ "$*" = "${args}" ] || exit 9\nprintf '%s\\n' "${prints}"`);
}

const fromGh = (token: string) => ({ outcome: 'found', token, source: 'gh auth token' });

describe('the token of a forge', () => {
  it('is that of the environment before anything else', async () => {
    program('gh', 'auth token --hostname github.com', 'from-gh');
    const environment = { GITHUB_TOKEN: ' from-github ', GH_TOKEN: 'from-gh-variable' };
    expect(await find({ environment })).toEqual({
      outcome: 'found',
      token: 'from-github',
      source: 'GITHUB_TOKEN',
    });
    expect(await find({ environment: { GITHUB_TOKEN: '', GH_TOKEN: 'other' } })).toEqual({
      outcome: 'found',
      token: 'other',
      source: 'GH_TOKEN',
    });
  });

  it('of github.com is never offered to another host', async () => {
    const environment = { GITHUB_TOKEN: 'from-github', GH_TOKEN: 'from-gh' };
    for (const host of ['git.example', 'github.com.example', 'notghe.com', 'github.com:8443']) {
      expect(await find({ host, environment })).toMatchObject({ outcome: 'missing' });
    }
    expect(await find({ host: 'acme.ghe.com', environment })).toMatchObject({ outcome: 'found' });
    expect(
      await find({ host: 'git.example', environment: { GH_ENTERPRISE_TOKEN: 'enterprise' } }),
    ).toEqual({ outcome: 'found', token: 'enterprise', source: 'GH_ENTERPRISE_TOKEN' });
  });

  it('is what the GitHub CLI has for this host', async () => {
    program('gh', 'auth token --hostname git.example', 'gho_ofGh');
    expect(await find({ host: 'git.example' })).toEqual(fromGh('gho_ofGh'));
    expect(await find()).toMatchObject({ outcome: 'missing' });
  });

  it('is in the keychain of the system', async () => {
    program('secret-tool', 'lookup service fleetboard host github.com', 'ghp_ofLinux');
    program('security', 'find-generic-password -s fleetboard -a github.com -w', 'ghp_ofMac');
    const found = { outcome: 'found', source: 'the keychain' };
    expect(await find()).toEqual({ ...found, token: 'ghp_ofLinux' });
    expect(await find({ platform: 'darwin' })).toEqual({ ...found, token: 'ghp_ofMac' });
    expect(await find({ platform: 'win32' })).toMatchObject({ outcome: 'missing' });
  });

  it('is looked for further where a program fails or says something else', async () => {
    program('secret-tool', 'lookup service fleetboard host github.com', 'ghp_ofLinux');
    writeHook(programs, 'gh', 'echo half-a-token; exit 1');
    expect(await find()).toMatchObject({ token: 'ghp_ofLinux' });
    writeHook(programs, 'gh', 'echo "you are not logged in"');
    expect(await find()).toMatchObject({ token: 'ghp_ofLinux' });
    writeHook(programs, 'gh', 'exit 0');
    expect(await find()).toMatchObject({ token: 'ghp_ofLinux' });
  });

  it('is missing where nothing has one, and the next step says where to put it', async () => {
    expect(await find()).toEqual({
      outcome: 'missing',
      nextStep:
        'Log in with the GitHub CLI (gh auth login --hostname github.com), or start Fleetboard with GITHUB_TOKEN set, or keep one in the keychain: secret-tool store --label="Fleetboard at github.com" service fleetboard host github.com.',
    });
  });
});
