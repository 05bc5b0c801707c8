import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PullHome } from '../helpers/pull-home.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: ReturnType<typeof temporaryFolder>;
let home: PullHome;
beforeEach(async () => {
  folder = temporaryFolder('forge');
  home = await PullHome.create(folder.path);
});
afterEach(async () => {
  await home.close();
  folder.remove();
});

/** "." is whatever the daemon does next. */
const COMMITTED = ['^COMMIT', '.'];
const RESERVED = "SET reservation_token = '";
const QUEUED = 'INSERT INTO dispatch_tasks';
/** Its time runs out by the clock. */
const expire = () =>
  home.database((database) =>
    database.exec(
      'UPDATE pull_owners SET reservation_expires_at = 1 WHERE reservation_token IS NOT NULL',
    ),
  );

describe('a daemon that is killed while it continues a pull request', () => {
  it.each([
    ['before it is reserved', [RESERVED], 1],
    ['once it is reserved', [RESERVED, ...COMMITTED], 1],
    ['in the transaction that queues the attempt', [RESERVED, QUEUED], 1],
    ['right after that', [RESERVED, QUEUED, ...COMMITTED], 2],
  ])('%s leaves one attempt or none', async (_when, patterns, attempts) => {
    const first = await home.daemon();
    const { runId, head } = await home.mergeReady(first);
    await home.quiet(first, runId);
    await first.end('SIGTERM');
    const before = home.rows('SELECT status, approved_head, unit FROM run_pulls');

    const dying = await home.daemon(...patterns);
    await dying.result('run.continue', { runId, words: 'Rename the flag' });
    expect(await dying.exited).toMatchObject({ signal: 'SIGKILL' });
    expect(home.rows('SELECT 1 FROM run_attempts')).toHaveLength(attempts);
    if (attempts === 1) {
      expect(home.rows('SELECT status, approved_head, unit FROM run_pulls')).toEqual(before);
    }

    expire();
    const daemon = await home.daemon();
    if (attempts === 1) {
      const again = await daemon.call('run.continue', { runId, words: 'Rename the flag' });
      expect(again).toMatchObject({ outcome: 'continued', ordinal: 2 });
    }
    const details = await home.ended(daemon, runId);
    expect(details.card.endReason).toBe('passed');
    expect(details.attempts.map(({ ordinal }) => ordinal)).toEqual([1, 2]);
    const { commit } = details.attempts[1] ?? {};
    expect(commit).not.toBe(head);
    await home.untilPull(daemon, runId, ({ pushedCommit }) => pushedCommit === commit);
  });
});

describe('a daemon that is killed while it publishes', () => {
  async function killedAt(request: RegExp): Promise<string> {
    const first = await home.daemon();
    const runId = await home.start(first, { agent: 'mender' });
    await home.ended(first, runId);
    const held = home.forge.hold(request);
    void first.result('run.publish', { runId });
    await held.reached;
    await first.end('SIGKILL');
    held.release();
    return runId;
  }

  it('before the pull request is opened goes on at its next start, and opens one', async () => {
    const runId = await killedAt(/^POST .*\/pulls$/);
    const daemon = await home.daemon();
    const { card } = await home.until(daemon, runId, ({ pull }) => pull?.status === 'open');
    expect(card.pull).toMatchObject({ number: 1, ownerOrdinal: 1 });
    expect(home.forge.state.pulls).toHaveLength(1);
  });

  it('while it looks whether there is one has changed nothing', async () => {
    const runId = await killedAt(/^GET .*\/pulls\?/);
    const daemon = await home.daemon();
    expect((await home.details(daemon, runId)).card.pull).toBeNull();
    expect(await daemon.call('run.publish', { runId })).toMatchObject({
      ...{ outcome: 'published', number: 1 },
    });
  });
});

describe('a daemon that is killed while it merges on the forge', () => {
  it('finds out at its next start what came of it', async () => {
    const first = await home.daemon();
    const { runId } = await home.mergeReady(first);
    await home.quiet(first, runId);
    // The forge merges, and nobody learns of it.
    const dying = /^PUT .*\/merge$/;
    home.forge.switches.next(dying, {
      kind: 'before',
      run: () => process.kill(first.pid, 'SIGKILL'),
    });
    await first.result('run.mergePull', { runId, method: 'merge' });
    expect(await first.exited).toMatchObject({ signal: 'SIGKILL' });

    const daemon = await home.daemon();
    const { card } = await home.until(daemon, runId, ({ status }) => status === 'merged');
    expect(card.pull?.status).toBe('merged');
    expect(home.forge.requests(dying)).toHaveLength(1);
  });
});
