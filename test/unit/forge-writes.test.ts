import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GitHubForge } from '../../electron/daemon/pulls/forge/github/github-forge.ts';
import { mergeMethodSchema } from '../../shared/runs.ts';
import { clientOf } from '../helpers/forge/forge-client.ts';
import { TestForge } from '../helpers/forge/test-forge.ts';
import { git } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const BRANCH = 'fleetboard/run/1';
const POST = /^POST/;
const PUT = /^PUT/;

let folder: ReturnType<typeof temporaryFolder>;
let forge: TestForge;
let client: GitHubForge;
let head: string;
beforeEach(async () => {
  folder = temporaryFolder('forge');
  forge = await TestForge.start(folder.path);
  client = clientOf(forge);
  head = forge.createBranch(BRANCH);
});
afterEach(async () => {
  await forge.stop();
  folder.remove();
});

describe('opening a pull request', () => {
  function open(headBranch = BRANCH, baseBranch = 'main') {
    const { repository } = forge;
    return client.openPull({ repository, headBranch, baseBranch, title: 'Rename', body: 'Why' });
  }

  it('opens it, and finds it by its branch from then on', async () => {
    const question = { repository: forge.repository, headBranch: BRANCH };
    expect(await client.findOpenPull(question)).toEqual({ outcome: 'none' });
    const opened = await open();
    const pull = {
      number: 1,
      url: 'https://github.com/acme/shop/pull/1',
      title: 'Rename',
      state: 'open',
      repository: 'acme/shop',
      headBranch: BRANCH,
      headRepository: 'acme/shop',
      headCommit: head,
      baseBranch: 'main',
    };
    expect(opened).toEqual({ outcome: 'opened', pull });
    expect(await client.findOpenPull(question)).toEqual({ outcome: 'found', pull });
    expect(await open()).toEqual({ outcome: 'already_open', pull });
    expect(forge.writes()).toMatchObject([
      { method: 'POST', body: { head: BRANCH, base: 'main', title: 'Rename', body: 'Why' } },
    ]);
  });

  it('does not take a closed one, another branch’s or a fork’s for it', async () => {
    forge.createBranch('other');
    forge.openPull('other');
    forge.close(forge.openPull(BRANCH));
    // A forge that ignores the filter.
    const everything = (body: unknown) => body;
    forge.switches.next(/GET .*pulls/, { kind: 'change', change: everything });
    forge.openPull(BRANCH, 'other');
    const change = (body: unknown) =>
      (body as { head: object }[]).map((pull) => ({
        ...pull,
        head: { ...pull.head, repo: { full_name: 'mallory/shop' } },
      }));
    forge.switches.next(/GET .*pulls/, { kind: 'change', change });
    const question = { repository: forge.repository, headBranch: BRANCH };
    expect(await client.findOpenPull(question)).toEqual({ outcome: 'none' });
    expect(await client.findOpenPull(question)).toMatchObject({ pull: { number: 3 } });
  });

  it('does not take an answer of another repository', async () => {
    forge.openPull(BRANCH);
    const change = (body: unknown) =>
      (body as object[]).map((pull) => ({
        ...pull,
        base: { ref: 'main', repo: { full_name: 'mallory/shop' } },
      }));
    forge.switches.next(/GET/, { kind: 'change', change });
    expect(await open()).toMatchObject({ outcome: 'incomplete', what: /mallory\/shop answered/ });
    expect(forge.writes()).toEqual([]);
  });

  it('finds the one that somebody else opened in between', async () => {
    const run = () => void forge.openPull(BRANCH);
    forge.switches.next(POST, { kind: 'before', run });
    expect(await open()).toMatchObject({ outcome: 'already_open', pull: { number: 1 } });
    expect(forge.pull(1).title).not.toBe('Rename');
  });

  it.each([
    ['drop_after', 'already_open', 1],
    ['cut', 'already_open', 1],
    ['half', 'already_open', 1],
    ['drop', 'unavailable', 0],
  ] as const)('sends it once where the answer is lost: %s', async (kind, outcome, pulls) => {
    forge.switches.next(POST, { kind }, 5);
    expect(await open()).toMatchObject({ outcome });
    expect(forge.writes()).toHaveLength(1);
    expect(forge.state.pulls).toHaveLength(pulls);
  });

  it('sends it once in a storm', async () => {
    forge.switches.failWith(502, 5, POST);
    expect(await open()).toMatchObject({ outcome: 'unavailable', status: 502 });
    expect(forge.writes()).toHaveLength(1);
  });

  it('sends it once where a limit is met', async () => {
    forge.switches.limitSecondary(POST, 20, 5);
    expect(await open()).toMatchObject({ outcome: 'rate_limited' });
    expect(forge.writes()).toHaveLength(1);
  });

  it('says why the forge does not open it', async () => {
    git(forge.git.folder, 'update-ref', 'refs/heads/same', 'refs/heads/main');
    expect(await open('same')).toMatchObject({
      outcome: 'refused',
      problem: { message: expect.stringContaining('No commits between main and same') },
    });
    expect(await open(BRANCH, 'absent')).toMatchObject({
      outcome: 'refused',
      problem: { message: expect.stringContaining('"field":"base"') },
    });
  });
});

describe('merging a pull request', () => {
  let number: number;
  beforeEach(() => {
    number = forge.openPull(BRANCH);
  });
  function merge(headCommit = head, method: 'merge' | 'squash' | 'rebase' = 'merge') {
    return client.mergePull({ repository: forge.repository, number, headCommit, method });
  }

  it.each(mergeMethodSchema.options)(
    'merges exactly the head that is named: %s',
    async (method) => {
      forge.pushOutside('main');
      const merged = await merge(head, method);
      expect(merged).toEqual({ outcome: 'merged', commit: forge.git.tip('main') });
      expect(forge.writes()).toMatchObject([{ body: { sha: head, merge_method: method } }]);
      const parents = git(forge.git.folder, 'show', '--no-patch', '--format=%P', 'main').split(' ');
      expect(parents).toHaveLength(method === 'merge' ? 2 : 1);
      expect(await merge()).toMatchObject({ outcome: 'already_merged', headCommit: head });
      expect(forge.writes()).toHaveLength(1);
    },
  );

  it('asks for nothing when the head moved', async () => {
    const found = forge.pushOutside(BRANCH);
    expect(await merge()).toEqual({ outcome: 'head_moved', expected: head, found });
    expect(forge.writes()).toEqual([]);
  });

  it('is refused by the forge when the head moves in the last moment', async () => {
    const before = forge.git.tip('main');
    forge.switches.next(PUT, { kind: 'before', run: () => void forge.pushOutside(BRANCH) });
    expect(await merge()).toEqual({
      outcome: 'head_moved',
      expected: head,
      found: forge.git.tip(BRANCH),
    });
    expect(forge.writes()).toMatchObject([{ status: 409 }]);
    expect(forge.git.tip('main')).toBe(before);
  });

  it('says that somebody else merged it, before or meanwhile', async () => {
    forge.switches.next(PUT, { kind: 'before', run: () => void forge.mergeOutside(number) });
    const answer = { outcome: 'already_merged', commit: expect.any(String), headCommit: head };
    expect(await merge()).toEqual(answer);
    expect(await merge()).toEqual({ ...answer, commit: forge.git.tip('main') });
  });

  it('says that it cannot be merged: closed, before or meanwhile', async () => {
    forge.switches.next(PUT, { kind: 'before', run: () => forge.close(number) });
    const answer = { outcome: 'not_mergeable', message: expect.stringContaining('was closed') };
    expect(await merge()).toEqual(answer);
    expect(await merge()).toEqual(answer);
    expect(forge.writes()).toHaveLength(1);
  });

  it('says that it cannot be merged, in the words of the forge', async () => {
    const message = 'At least 1 approving review is required.';
    forge.switches.next(PUT, { kind: 'answer', status: 405, body: { message } });
    expect(await merge()).toEqual({ outcome: 'not_mergeable', message });
  });

  it.each([
    ['drop_after', 'already_merged'],
    ['cut', 'already_merged'],
    ['half', 'already_merged'],
    ['drop', 'unavailable'],
  ] as const)('sends it once where the answer is lost: %s', async (kind, outcome) => {
    forge.switches.next(PUT, { kind }, 5);
    expect(await merge()).toMatchObject({ outcome });
    expect(forge.writes()).toHaveLength(1);
  });

  it('says that nobody knows where the forge went away after the request', async () => {
    forge.switches.next(PUT, { kind: 'drop_after' });
    forge.switches.next(PUT, {
      kind: 'before',
      run: () => forge.switches.failWith(500, 3, /^GET/),
    });
    expect(await merge()).toMatchObject({ outcome: 'unavailable' });
    expect(await merge()).toMatchObject({ outcome: 'already_merged', headCommit: head });
    expect(forge.writes()).toHaveLength(1);
  });
});

describe('the words of a pull request', () => {
  let number: number;
  beforeEach(() => {
    number = forge.openPull(BRANCH);
  });
  function update(title = 'Better', body = 'Longer') {
    return client.updatePull({ repository: forge.repository, number, title, body });
  }

  it('are changed once', async () => {
    expect(await update()).toEqual({ outcome: 'updated' });
    expect(forge.pull(number)).toMatchObject({ title: 'Better', body: 'Longer' });
    expect(await update()).toEqual({ outcome: 'up_to_date' });
    expect(forge.writes()).toHaveLength(1);
  });

  it('stay as they are when it is no longer open', async () => {
    forge.close(number);
    expect(await update()).toEqual({ outcome: 'not_open', state: 'closed' });
    forge.pull(number).state = 'open';
    forge.mergeOutside(number);
    expect(await update()).toEqual({ outcome: 'not_open', state: 'merged' });
    expect(forge.writes()).toEqual([]);
  });

  it('that the forge does not take are a refusal', async () => {
    const answer = { kind: 'answer', status: 422, body: { message: 'Too long' } } as const;
    forge.switches.next(/^PATCH/, answer);
    expect(await update()).toMatchObject({ outcome: 'refused' });
  });
});
