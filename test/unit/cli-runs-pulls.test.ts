import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMAND_LINE_TEST_MS } from '../helpers/command-line.ts';
import { CommandedHome } from '../helpers/commanded-home.ts';
import { FORGE_TOKEN, TestForge } from '../helpers/forge/test-forge.ts';
import { git } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

/** Each attempt leaves something that the one before did not. */
const GOAL = 'echo --dry-run >> flags.txt';

let forge: TestForge;
let home: CommandedHome;
let removeFolder: () => void;
beforeAll(async () => {
  const folder = temporaryFolder('cli-runs-pulls');
  removeFolder = folder.remove;
  forge = await TestForge.start(folder.path);
  vi.stubEnv('GITHUB_TOKEN', FORGE_TOKEN);
  home = await CommandedHome.serve(
    {},
    { forges: { [forge.repository.host]: { apiUrl: forge.apiUrl } } },
  );
  forge.connect(home.repository);
  git(home.repository, 'fetch', '--quiet', 'origin');
  git(home.repository, 'checkout', '--quiet', '-B', 'main', 'origin/main');
});
afterAll(async () => {
  await home.close();
  await forge.stop();
  vi.unstubAllEnvs();
  removeFolder();
});

function liveHead(number: number): string {
  return forge.git.tip(forge.pull(number).headBranch) ?? '';
}

/** Approved and green; returns the head. */
function approve(number: number): string {
  const head = liveHead(number);
  forge.approve(number, head, 'ann');
  forge.setChecks(head, 'test', 'success');
  return head;
}

describe('the pull request of a run', () => {
  it('is published, continued, merged on the forge, and told on the way', async () => {
    const id = await home.passed(GOAL);
    expect(await home.json('run', 'refresh', id)).toMatchObject({
      code: 3,
      value: { outcome: 'not_published' },
    });
    const published = await home.json('run', 'publish', id);
    expect(published).toMatchObject({
      code: 0,
      value: { outcome: 'published', number: 1, url: expect.stringContaining('/acme/shop/pull/1') },
    });
    expect(await home.json('run', 'merge', id)).toMatchObject({
      code: 3,
      value: { outcome: 'not_merge_ready', status: 'open' },
    });
    expect(await home.json('run', 'discard', id, '--force')).toMatchObject({
      code: 3,
      value: { outcome: 'pull_open' },
    });

    const first = approve(1);
    expect((await home.run('refresh', id)).stdout).toContain(
      `#1 Merge-ready at ${first.slice(0, 7)}`,
    );
    expect((await home.run('list')).stdout).toMatch(/PULL.*\n.*#1 Merge-ready at /);
    const shown = await home.run('show', id);
    expect(shown.stdout).toContain(`Approved   ${first}`);
    expect(shown.stdout).toContain('attempt 1 of this run');
    expect(await home.json('run', 'show', id)).toMatchObject({
      value: { pull: { status: 'merge_ready', approvedHead: first, ownerOrdinal: 1 } },
    });

    expect(await home.json('run', 'continue', id, '--', 'rename the flag')).toMatchObject({
      code: 0,
      value: { outcome: 'continued', ordinal: 2 },
    });
    await home.until(id, ({ card }) => card.status === 'ended' && card.attempts.length === 2);
    await home.until(id, ({ card }) => card.pull?.pushedCommit !== first);
    const second = approve(1);
    expect(second).not.toBe(first);
    expect(await home.json('run', 'refresh', id)).toMatchObject({
      value: { outcome: 'pull_read', pull: { status: 'merge_ready', approvedHead: second } },
    });
    const message = await home.run('merge', id, '--message', 'Mine');
    expect(message).toMatchObject({ code: 2, stdout: '' });
    expect(message.stderr).toContain('--message is of a merge here');
    expect(await home.json('run', 'merge', id, '--method', 'squash')).toMatchObject({
      code: 0,
      value: { outcome: 'pull_merged' },
    });
    expect(forge.pull(1).mergeCommit).not.toBeNull();
    expect(git(forge.git.folder, 'show', 'main:flags.txt')).toBe('--dry-run\n--dry-run');
    expect((await home.details(id)).card).toMatchObject({
      status: 'merged',
      pull: { status: 'merged' },
    });
  });

  it('names each fact that does not hold, changes nothing, and can be released', async () => {
    const id = await home.passed('echo other > other.txt');
    expect((await home.run('publish', id)).code).toBe(0);
    const head = approve(2);
    expect((await home.run('refresh', id)).code).toBe(0);
    const moved = forge.pushOutside(forge.pull(2).headBranch);
    const refused = await home.json('run', 'continue', id, '--', 'rename it');
    expect(refused).toMatchObject({
      code: 3,
      value: {
        outcome: 'facts_refused',
        failed: expect.arrayContaining([{ fact: 'head', expected: head, found: moved }]),
      },
    });
    const words = await home.run('merge', id);
    expect(words).toMatchObject({ code: 3, stdout: '' });
    expect(words.stderr).toMatch(new RegExp(`Live head +${head} +${moved}\n`));
    expect((await home.details(id)).card.attempts.length).toBe(1);

    expect(await home.json('run', 'release', id)).toMatchObject({
      code: 0,
      value: { outcome: 'pull_released' },
    });
    expect(forge.pull(2).state).toBe('open');
    expect((await home.run('merge', id)).stdout).toMatch(/^Merged into main/);
  });
});
