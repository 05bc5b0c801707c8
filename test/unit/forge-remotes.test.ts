import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { repositoryAt } from '../../electron/daemon/pulls/git/remote-address.ts';
import { remoteRepository } from '../../electron/daemon/pulls/git/remote-repository.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { writeHook } from '../helpers/run-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const SHOP = { host: 'github.com', owner: 'acme', name: 'shop' };

describe('the address of a remote', () => {
  it.each([
    ['https://github.com/acme/shop.git', SHOP],
    ['https://github.com/acme/shop', SHOP],
    ['https://ada:secret@GitHub.com/acme/shop/', SHOP],
    ['git@github.com:acme/shop.git', SHOP],
    ['github.com:acme/shop', SHOP],
    ['ssh://git@github.com/acme/shop.git', SHOP],
    ['ssh://git@ssh.github.com:443/acme/shop.git', SHOP],
    ['https://git.example:8443/acme/shop.git', { ...SHOP, host: 'git.example:8443' }],
    ['git@git.example:acme/shop.js.git', { ...SHOP, host: 'git.example', name: 'shop.js' }],
    ['https://github.com/acme', null],
    ['https://github.com/acme/shop/tree', null],
    ['https://github.com/acme/..', null],
    ['/srv/git/acme/shop.git', null],
    ['../shop.git', null],
    ['-oProxyCommand:acme/shop', null],
    ['C:\\git\\shop', null],
    ['C:/git/shop', null],
    ['file:///srv/acme/shop.git', null],
    ['https://', null],
    ['', null],
  ])('%s', (address, expected) => {
    expect(repositoryAt(address)).toEqual(expected);
  });
});

describe('the repository that a checkout publishes to', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let checkout: string;
  beforeEach(() => {
    folder = temporaryFolder('remotes');
    checkout = createRepository(folder.path);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    folder.remove();
  });

  const add = (name: string, address: string) => git(checkout, 'remote', 'add', name, address);
  const ask = (remote?: string) =>
    remoteRepository({ repository: checkout, ...(remote === undefined ? {} : { remote }) });
  const refused = (code: string) => ({
    outcome: 'refused',
    problem: { code, message: expect.any(String), nextStep: expect.any(String) },
  });

  it('is that of its only remote, whatever that is called', async () => {
    add('github', 'git@github.com:acme/shop.git');
    expect(await ask()).toEqual({ outcome: 'named', remote: 'github', repository: SHOP });
  });

  it('is that of origin among several, or of the one that is asked for', async () => {
    add('fork', 'https://github.com/ada/shop.git');
    add('origin', 'https://github.com/acme/shop.git');
    expect(await ask()).toEqual({ outcome: 'named', remote: 'origin', repository: SHOP });
    expect(await ask('fork')).toMatchObject({ remote: 'fork', repository: { owner: 'ada' } });
    expect(await ask('other')).toMatchObject(refused('remote_missing'));
  });

  it('is the same in a worktree and in a folder of it', async () => {
    add('origin', 'https://github.com/acme/shop.git');
    const worktree = path.join(folder.path, 'worktree');
    git(checkout, 'worktree', 'add', '--quiet', '-b', 'work', worktree);
    const inside = path.join(worktree, 'inside');
    mkdirSync(inside);
    expect(await remoteRepository({ repository: inside })).toMatchObject({ repository: SHOP });
  });

  it('is what the remote says, not how git gets there; a shorthand is looked up', async () => {
    add('origin', 'https://github.com/acme/shop.git');
    git(checkout, 'config', 'url.https://mirror.example/.insteadOf', 'https://github.com/');
    expect(await ask()).toMatchObject({ repository: SHOP });
    git(checkout, 'config', 'url.git@github.com:.insteadOf', 'gh:');
    add('short', 'gh:acme/shop');
    expect(await ask('short')).toMatchObject({ repository: SHOP });
  });

  it('is at the host that ssh means by an alias', async () => {
    const programs = path.join(folder.path, 'programs');
    const answers = 'echo "user git"; echo "hostname GitHub.com"';
    writeHook(programs, 'ssh', `[ "$*" = "-G -- github-work" ] || exit 9; ${answers}`);
    vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
    add('origin', 'git@github-work:acme/shop.git');
    expect(await ask()).toMatchObject({ repository: SHOP });
    add('unknown', 'git@github-home:acme/shop.git');
    expect(await ask('unknown')).toMatchObject({ repository: { ...SHOP, host: 'github-home' } });
  });

  it('is refused by name where there is none', async () => {
    expect(await ask()).toMatchObject(refused('no_remote'));
    add('one', 'https://github.com/acme/shop.git');
    add('two', 'https://github.com/ada/shop.git');
    const several = await ask();
    expect(several).toMatchObject(refused('several_remotes'));
    expect(JSON.stringify(several)).toContain('one, two');
    add('local', path.join(folder.path, 'bare.git'));
    expect(await ask('local')).toMatchObject(refused('not_a_forge'));
    add('secret', 'https://ada:hunter2@github.com/acme');
    const answer = await ask('secret');
    expect(answer).toMatchObject(refused('not_a_forge'));
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    const plain = path.join(folder.path, 'plain');
    mkdirSync(plain);
    expect(await remoteRepository({ repository: plain })).toMatchObject(
      refused('not_a_repository'),
    );
  });

  it('is refused where a push would go elsewhere, too', async () => {
    add('origin', 'https://github.com/acme/shop.git');
    git(checkout, 'config', 'remote.origin.pushurl', 'git@github.com:Acme/Shop.git');
    expect(await ask()).toMatchObject({ outcome: 'named' });
    git(checkout, 'config', 'remote.origin.pushurl', 'git@github.com:ada/shop.git');
    expect(await ask()).toMatchObject(refused('pushes_elsewhere'));
    git(checkout, 'config', '--unset', 'remote.origin.pushurl');
    git(checkout, 'config', '--add', 'remote.origin.url', 'https://github.com/ada/shop.git');
    expect(await ask()).toMatchObject(refused('pushes_elsewhere'));
  });
});
