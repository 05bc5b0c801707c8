import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CalledDaemon } from '../helpers/called-daemon.ts';
import { git } from '../helpers/git-repository.ts';
import { PullHome } from '../helpers/pull-home.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: ReturnType<typeof temporaryFolder>;
let home: PullHome;
let daemon: CalledDaemon;
beforeEach(async () => {
  folder = temporaryFolder('forge');
  home = await PullHome.create(folder.path);
  daemon = await home.daemon();
});
afterEach(async () => {
  await home.close();
  folder.remove();
});

const writes = () => home.forge.writes().map(({ method, path }) => `${method} ${path}`);

describe('the pull request of a run', () => {
  it('goes from a pass to its merge, continued once, always at an exact head', async () => {
    const { runId, number, head } = await home.published(daemon);
    expect(writes()).toEqual(['POST /repos/acme/shop/pulls']);
    const shown = home.forge.pull(number);
    expect(shown.title).toBe('Mend the result');
    expect(shown.body).toContain('Attempt 1: passed');
    expect((await home.details(daemon, runId)).card).toMatchObject({
      pull: { number, status: 'open', pushedCommit: head, ownerOrdinal: 1, approvedHead: null },
    });

    await home.approved(daemon, runId, number);
    const words = 'Rename the flag';
    expect(await daemon.call('run.continue', { runId, words })).toEqual({
      outcome: 'continued',
      ordinal: 2,
    });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('passed');
    expect(attempts[1]?.prompt).toContain(words);
    expect(home.logged('prompt')[1]?.[0]).toContain(words);

    // The new attempt owns the pull request, and its work is pushed through the gate by itself.
    const { commit } = attempts[1] ?? {};
    await home.untilPull(daemon, runId, ({ pushedCommit }) => pushedCommit === commit);
    expect(home.headOf(number)).toBe(commit);
    const pull = await home.untilPull(daemon, runId, ({ status }) => status === 'open');
    expect(pull).toMatchObject({ ownerOrdinal: 2, approvedHead: null });

    const second = await home.approved(daemon, runId, number);
    home.forge.clearLog();
    const merged = await daemon.call('run.mergePull', { runId, method: 'merge' });
    expect(merged).toMatchObject({ outcome: 'pull_merged' });
    expect(home.forge.requests(/^PUT .*merge$/)).toMatchObject([{ body: { sha: second } }]);
    const settled = await home.until(daemon, runId, ({ status }) => status === 'merged');
    expect(settled.card.pull).toMatchObject({ status: 'merged' });
    await vi.waitFor(() => expect(existsSync(settled.workFolder)).toBe(false), { timeout: 20_000 });
    expect(git(home.repository, 'status', '--porcelain')).toBe('');
  });

  it('is published once, by its branch, however often that is asked', async () => {
    const { runId, number } = await home.published(daemon);
    const again = await daemon.call('run.publish', { runId });
    expect(again).toMatchObject({ outcome: 'published', number });
    expect(home.forge.state.pulls).toHaveLength(1);
  });

  it('that somebody else owns is not touched, and the forge sees no request', async () => {
    const { runId } = await home.mergeReady(daemon);
    home.database((database) =>
      database.exec("UPDATE pull_owners SET owner_run = 'another', owner_unit = 'unit-9'"),
    );
    home.forge.clearLog();
    for (const call of [
      daemon.call('run.publish', { runId }),
      daemon.call('run.continue', { runId, words: 'More' }),
      daemon.call('run.mergePull', { runId, method: 'merge' }),
      daemon.call('run.release', { runId }),
    ]) {
      expect(await call).toMatchObject({
        outcome: 'publication_ownership_changed',
        ownedBy: expect.stringContaining('another'),
      });
    }
    expect(writes()).toEqual([]);
    expect((await home.details(daemon, runId)).card.pull?.ownedByOther).toContain('another');
  });

  it('closed or merged by others is seen', async () => {
    const { runId, number } = await home.published(daemon);
    home.forge.close(number);
    await home.untilPull(daemon, runId, ({ status }) => status === 'closed');
    expect(await daemon.call('run.continue', { runId, words: 'x' })).toEqual({
      outcome: 'not_merge_ready',
      status: 'closed',
    });
    const reopened = await daemon.call('run.publish', { runId });
    expect(reopened).toMatchObject({ outcome: 'published', number: number + 1 });
    home.forge.mergeOutside(number + 1);
    await daemon.call('run.refreshPull', { runId });
    await home.until(daemon, runId, ({ status }) => status === 'merged');
  });

  it('is released, and then settled here like any other', async () => {
    const { runId } = await home.mergeReady(daemon);
    expect(await daemon.call('run.release', { runId })).toEqual({ outcome: 'pull_released' });
    expect(await home.merge(daemon, runId)).toMatchObject({ outcome: 'run_merged' });
  });

  it('needs a token, and says so; everything local goes on', async () => {
    await daemon.end('SIGTERM');
    home.env.GITHUB_TOKEN = '';
    daemon = await home.daemon();
    const runId = await home.start(daemon, { agent: 'mender' });
    await home.ended(daemon, runId);
    expect(await daemon.call('run.publish', { runId })).toMatchObject({
      outcome: 'forge_refused',
      problem: { code: 'no_token' },
    });
    expect(home.forge.git.tip((await home.details(daemon, runId)).card.branch)).toBeNull();
    expect(await home.merge(daemon, runId)).toMatchObject({ outcome: 'run_merged' });
  });
});

describe('a continuation that changes nothing', () => {
  it('leaves the pull request merge-ready at the same head, with its owner', async () => {
    const { runId, head } = await home.mergeReady(daemon);
    const before = home.rows('SELECT status, approved_head, unit FROM run_pulls');
    home.reconfigure((agents) => ({ ...agents, mender: { protocol: 'acp', command: '/nowhere' } }));
    await daemon.end('SIGTERM');
    daemon = await home.daemon();
    await daemon.call('run.continue', { runId, words: 'More' });
    const { card } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('failed_to_start');
    await vi.waitFor(
      () => expect(home.rows('SELECT status, approved_head, unit FROM run_pulls')).toEqual(before),
      { timeout: 20_000 },
    );
    expect((await home.details(daemon, runId)).card.pull).toMatchObject({
      ...{ status: 'merge_ready', approvedHead: head, ownerOrdinal: 1 },
    });
  });
});
