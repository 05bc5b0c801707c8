import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pushBranch } from '../../electron/daemon/pulls/git/push-branch.ts';
import { readRemoteBranch } from '../../electron/daemon/pulls/git/read-remote-branch.ts';
import { TestForge } from '../helpers/forge/test-forge.ts';
import { freePort } from '../helpers/free-port.ts';
import { git } from '../helpers/git-repository.ts';
import {
  commitAll,
  createRunRepository,
  type RunRepository,
  write,
  writeHook,
} from '../helpers/run-repository.ts';

let run: RunRepository;
let forge: TestForge;
let first: string;
let second: string;
beforeEach(async () => {
  run = createRunRepository('push');
  forge = await TestForge.start(run.folder);
  forge.connect(run.repository);
  write(run.worktree, { 'change.txt': 'one\n' });
  first = commitAll(run.worktree, 'One');
  write(run.worktree, { 'change.txt': 'two\n' });
  second = commitAll(run.worktree, 'Two');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await forge.stop();
  run.remove();
});

function push(commit: string, expectedRemote: string | null, remote = 'origin') {
  return pushBranch({
    repository: run.worktree,
    remote,
    branch: run.branch,
    commit,
    expectedRemote,
  });
}

function read(remote = 'origin') {
  return readRemoteBranch({ repository: run.worktree, remote, branch: run.branch });
}

const references = () => git(forge.git.folder, 'for-each-ref', '--format=%(refname) %(objectname)');
const hooks = () => path.join(run.repository, '.git', 'hooks');
const refused = (code: string) => ({
  outcome: 'refused',
  problem: { code, message: expect.any(String), nextStep: expect.any(String) },
});

describe('pushing a branch', () => {
  it('creates exactly that branch at exactly that commit', async () => {
    git(run.worktree, 'tag', '-a', '-m', 'A tag', 'v1', first);
    git(run.repository, 'config', 'push.followTags', 'true');
    const before = references();
    expect(await read()).toEqual({ outcome: 'absent' });
    expect(await push(first, null)).toEqual({ outcome: 'pushed' });
    expect(await read()).toEqual({ outcome: 'found', commit: first });
    expect(references()).toBe(`refs/heads/${run.branch} ${first}\n${before}`);
  });

  it('moves it forward, and back where the caller knows what was there', async () => {
    await push(first, null);
    expect(await push(second, first)).toEqual({ outcome: 'pushed' });
    expect(await push(first, second)).toEqual({ outcome: 'pushed' });
    expect(forge.git.tip(run.branch)).toBe(first);
  });

  it('finds what an earlier push brought there, whatever was expected', async () => {
    await push(first, null);
    expect(await push(first, null)).toEqual({ outcome: 'up_to_date' });
    expect(await push(first, second)).toEqual({ outcome: 'up_to_date' });
  });

  it('is refused where somebody else moved, made or deleted it', async () => {
    await push(first, null);
    const found = forge.pushOutside(run.branch);
    expect(await push(second, first)).toEqual({ outcome: 'remote_moved', found });
    expect(await push(second, null)).toEqual({ outcome: 'remote_moved', found });
    forge.git.deleteBranch(run.branch);
    expect(await push(second, first)).toEqual({ outcome: 'remote_moved', found: null });
    expect(await read()).toEqual({ outcome: 'absent' });
  });

  it.each(['moved', 'made'])(
    'is refused by the remote where it is %s in the last moment',
    async (what) => {
      if (what === 'moved') await push(first, null);
      // The hook runs after git has looked at the remote and before it sends anything.
      const foreign = forge.git.tip('main') ?? '';
      const move = `git -C ${forge.git.folder} update-ref refs/heads/${run.branch} ${foreign}`;
      writeHook(hooks(), 'pre-push', `env -u GIT_DIR ${move}`);
      expect(await push(second, what === 'moved' ? first : null)).toEqual({
        outcome: 'remote_moved',
        found: foreign,
      });
      expect(forge.git.tip(run.branch)).toBe(foreign);
    },
  );

  it('is refused where it is moved before git looks for itself', async () => {
    await push(first, null);
    const found = forge.git.tip('main') ?? '';
    const programs = path.join(run.folder, 'programs');
    const move = `git -C ${forge.git.folder} update-ref refs/heads/${run.branch} ${found}`;
    writeHook(programs, 'receive-pack', `${move}; exec git-receive-pack "$@"`);
    const receiver = path.join(programs, 'receive-pack');
    git(run.repository, 'config', 'remote.origin.receivepack', receiver);
    expect(await push(second, first)).toEqual({ outcome: 'remote_moved', found });
    expect(forge.git.tip(run.branch)).toBe(found);
  });

  it('takes nothing for a commit that is not all of one', async () => {
    const before = references();
    for (const commit of ['', first.slice(0, 12), `+${first}`, 'HEAD']) {
      expect(await push(commit, null)).toMatchObject(refused('not_a_full_commit'));
    }
    expect(await push(first, first.slice(0, 12))).toMatchObject(refused('not_a_full_commit'));
    expect(references()).toBe(before);
  });

  it('goes where pushes go, and looks there too', async () => {
    const other = path.join(run.folder, 'other.git');
    git(run.folder, 'clone', '--quiet', '--bare', forge.git.folder, other);
    git(run.repository, 'config', 'remote.origin.pushurl', other);
    expect(await push(first, null)).toEqual({ outcome: 'pushed' });
    expect(forge.git.tip(run.branch)).toBeNull();
    expect(await read()).toEqual({ outcome: 'found', commit: first });
  });
});

describe('a push that is refused', () => {
  it('by the pre-push hook of the project, with what it printed', async () => {
    writeHook(hooks(), 'pre-push', 'echo "no secrets, please"; exit 1');
    const before = references();
    const answer = await push(first, null);
    expect(answer).toMatchObject({
      ...refused('hook_failed'),
      output: expect.stringContaining('no secrets, please'),
    });
    expect(references()).toBe(before);
    writeHook(hooks(), 'pre-push', 'exit 0');
    expect(await push(first, null)).toEqual({ outcome: 'pushed' });
  });

  it('by a hook that lies where the person works, about the files of the run', async () => {
    git(run.repository, 'config', 'core.hooksPath', '.hooks');
    writeHook(path.join(run.repository, '.hooks'), 'pre-push', 'cat change.txt; exit 1');
    expect(await push(second, null)).toMatchObject({
      ...refused('hook_failed'),
      output: expect.stringMatching(/^two$/m),
    });
  });

  it('by a hook of the remote, with what it printed', async () => {
    writeHook(path.join(forge.git.folder, 'hooks'), 'pre-receive', 'echo "frozen"; exit 1');
    expect(await push(first, null)).toMatchObject({
      ...refused('rejected_by_remote'),
      output: expect.stringContaining('frozen'),
    });
    expect(forge.git.tip(run.branch)).toBeNull();
  });

  it('because there is no such remote, or nothing at its address', async () => {
    expect(await push(first, null, 'nowhere')).toMatchObject(refused('remote_missing'));
    git(run.repository, 'remote', 'add', 'gone', path.join(run.folder, 'gone.git'));
    expect(await push(first, null, 'gone')).toMatchObject(refused('remote_missing'));
    expect(await read('gone')).toMatchObject(refused('remote_missing'));
  });

  it('because the network does not carry it', async () => {
    const address = `http://ada:hunter2@127.0.0.1:${await freePort()}/acme/shop.git`;
    git(run.repository, 'remote', 'add', 'away', address);
    const answer = await push(first, null, 'away');
    expect(answer).toMatchObject(refused('remote_unreachable'));
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });

  it('because the folder is no repository', async () => {
    const question = { repository: '/nonexistent', remote: 'origin', branch: run.branch };
    expect(await readRemoteBranch(question)).toMatchObject(refused('not_a_repository'));
    expect(await pushBranch({ ...question, commit: first, expectedRemote: null })).toMatchObject(
      refused('not_a_repository'),
    );
  });

  it('because there is no such commit', async () => {
    expect(await push('1'.repeat(40), null)).toMatchObject(refused('commit_missing'));
  });

  it('because git reports something else', async () => {
    const question = { repository: run.worktree, remote: 'origin', branch: 'no..branch' };
    const answer = await pushBranch({ ...question, commit: first, expectedRemote: null });
    expect(answer).toMatchObject(refused('git_refused'));
    expect(answer).toMatchObject({ problem: { message: expect.stringContaining('no..branch') } });
  });

  describe('by a remote that asks who it is', () => {
    let server: Server;
    let asked: string[];
    beforeEach(async () => {
      asked = [];
      server = createServer((request, response) => {
        asked.push(request.headers.authorization ?? '');
        response.writeHead(401, { 'www-authenticate': 'Basic realm="forge"' }).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      git(run.repository, 'remote', 'add', 'guarded', `http://127.0.0.1:${port}/acme/shop.git`);
    });
    afterEach(async () => {
      await new Promise((resolve) => server.close(resolve));
    });

    it('without a question to anybody', async () => {
      const asker = path.join(run.folder, 'askers');
      const trace = path.join(run.folder, 'asked');
      writeHook(asker, 'ask', `echo asked >> ${trace}; echo ada`);
      vi.stubEnv('GIT_ASKPASS', path.join(asker, 'ask'));
      vi.stubEnv('SSH_ASKPASS', path.join(asker, 'ask'));
      git(run.repository, 'config', 'core.askPass', path.join(asker, 'ask'));
      const answer = await push(first, null, 'guarded');
      expect(answer).toMatchObject(refused('authentication_failed'));
      expect(asked).toEqual(['']);
    });

    it('with what the credential helper of the person knows', async () => {
      const helper = '!f() { echo username=ada; echo password=hunter2; }; f';
      git(run.repository, 'config', 'credential.helper', helper);
      const answer = await push(first, null, 'guarded');
      expect(answer).toMatchObject(refused('authentication_failed'));
      expect(asked).toEqual(['', `Basic ${Buffer.from('ada:hunter2').toString('base64')}`]);
      expect(JSON.stringify(answer)).not.toContain('hunter2');
    });
  });
});
