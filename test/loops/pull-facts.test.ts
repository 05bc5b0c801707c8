import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ContractOutput } from '../../shared/contract.ts';
import type { CalledDaemon } from '../helpers/called-daemon.ts';
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

const PULL = /^GET \/repos\/acme\/shop\/pulls\/1(\?|$)/;
/** Another answer than the true one about the pull request, as often as it is asked. */
const tell = (change: (pull: Record<string, Record<string, unknown>>) => void) =>
  home.forge.switches.next(
    PULL,
    {
      kind: 'change',
      change: (body) => {
        const changed = structuredClone(body) as Record<string, Record<string, unknown>>;
        change(changed);
        return changed;
      },
    },
    10,
  );

/** Each fact wrong in turn: how, what the daemon answers, and which facts it names. */
const WRONG: readonly (readonly [
  string,
  (head: string, number: number) => void,
  Partial<ContractOutput<'run.continue'>>,
  readonly string[],
])[] = [
  ['it is closed', (_, number) => home.forge.close(number), { outcome: 'facts_refused' }, ['open']],
  [
    'it is in another repository',
    () =>
      tell((pull) => {
        const { base } = pull;
        if (base !== undefined) base.repo = { ...(base.repo as object), full_name: 'eve/shop' };
      }),
    {},
    ['repository'],
  ],
  [
    'its head is on another branch',
    () =>
      tell((pull) => {
        const { head } = pull;
        if (head !== undefined) head.ref = 'another';
      }),
    { outcome: 'facts_refused' },
    ['branch'],
  ],
  [
    'it was pointed at another base',
    () =>
      tell((pull) => {
        const { base } = pull;
        if (base !== undefined) base.ref = 'develop';
      }),
    { outcome: 'facts_refused' },
    ['base'],
  ],
  [
    'its head moved by one commit',
    (_, number) => void home.forge.pushOutside(home.forge.pull(number).headBranch),
    { outcome: 'facts_refused' },
    ['head', 'checks', 'approval'],
  ],
  [
    'its head moves while it is read',
    (_, number) => home.forge.moveHeadWhileRead(number),
    { outcome: 'facts_refused' },
    ['head'],
  ],
  [
    'a check failed',
    (head) => home.forge.setChecks(head, 'test', 'failure'),
    { outcome: 'facts_refused' },
    ['checks'],
  ],
  [
    'its checks are missing',
    () => void home.forge.state.checks.splice(0),
    { outcome: 'facts_refused' },
    ['checks'],
  ],
  [
    'a reviewer wants changes',
    (head, number) => void home.forge.requestChanges(number, head, 'cleo'),
    { outcome: 'facts_refused' },
    ['approval'],
  ],
  [
    'the answer is truncated',
    () => home.forge.switches.next(/reviews/, { kind: 'half' }, 10),
    { outcome: 'forge_refused' },
    [],
  ],
  [
    'the forge is down',
    () => home.forge.switches.failWith(503, 50),
    { outcome: 'forge_refused' },
    [],
  ],
];

describe('continuing and merging when', () => {
  it.each(WRONG)(
    '%s: nothing starts, and nothing changes',
    async (_what, makeWrong, answer, facts) => {
      const { runId, number, head } = await home.mergeReady(daemon);
      await home.quiet(daemon, runId);
      const before = home.stored();
      makeWrong(head, number);
      const refused = await daemon.call('run.continue', { runId, words: 'Rename the flag' });
      expect(refused).toMatchObject(answer);
      if (facts.length > 0 && refused.outcome === 'facts_refused') {
        expect(refused.failed.map(({ fact }) => fact)).toEqual(facts);
        for (const { expected, found } of refused.failed) expect(expected).not.toBe(found);
      } else if (facts.length > 0) {
        // A forge that answers about another repository than was asked is not believed at all.
        expect(refused).toMatchObject({ outcome: 'forge_refused' });
      }
      expect(home.stored()).toEqual(before);
      expect(home.forge.writes().slice(1)).toEqual([]);
    },
  );
});

describe('two who continue at once', () => {
  it('get one attempt and one refusal', async () => {
    const { runId } = await home.mergeReady(daemon);
    await home.quiet(daemon, runId);
    const held = home.forge.hold(PULL);
    const first = daemon.call('run.continue', { runId, words: 'One' });
    await held.reached;
    const second = daemon.call('run.continue', { runId, words: 'Two' });
    held.release();
    const answers = [await first, await second];
    expect(answers[0]).toMatchObject({ outcome: 'continued', ordinal: 2 });
    expect(['run_not_ready', 'not_merge_ready', 'pull_reserved']).toContain(answers[1]?.outcome);
    await home.ended(daemon, runId);
    expect((await home.details(daemon, runId)).attempts).toHaveLength(2);
  });
});

describe('while the facts are read', () => {
  it('a foreign owner that appears is not displaced', async () => {
    const { runId } = await home.mergeReady(daemon);
    await home.quiet(daemon, runId);
    const held = home.forge.hold(PULL);
    const continued = daemon.call('run.continue', { runId, words: 'One' });
    await held.reached;
    home.database((database) =>
      database.exec("UPDATE pull_owners SET owner_run = 'another', owner_unit = 'unit-9'"),
    );
    held.release();
    expect(await continued).toEqual({ outcome: 'race_lost', race: 'owner_changed' });
    expect(home.rows('SELECT owner_run FROM pull_owners')).toEqual([{ owner_run: 'another' }]);
    expect((await home.details(daemon, runId)).card).toMatchObject({ status: 'ended' });
  });

  it('a newer state of the row is not overwritten', async () => {
    const { runId } = await home.mergeReady(daemon);
    await home.quiet(daemon, runId);
    const held = home.forge.hold(PULL);
    const continued = daemon.call('run.continue', { runId, words: 'One' });
    await held.reached;
    home.database((database) =>
      database.exec("UPDATE run_pulls SET approved_head = 'newer', version = version + 1"),
    );
    held.release();
    expect(await continued).toEqual({ outcome: 'race_lost', race: 'row_changed' });
    expect(home.rows('SELECT approved_head, status FROM run_pulls')).toEqual([
      { approved_head: 'newer', status: 'merge_ready' },
    ]);
    expect(home.rows('SELECT reservation_token FROM pull_owners')).toEqual([
      { reservation_token: null },
    ]);
  });

  it('a daemon that is killed leaves nothing but a reservation, which its next start gives back', async () => {
    const { runId } = await home.mergeReady(daemon);
    await home.quiet(daemon, runId);
    const before = home.stored();
    const held = home.forge.hold(PULL);
    void daemon.result('run.continue', { runId, words: 'One' });
    await held.reached;
    await daemon.end('SIGKILL');
    held.release();
    const [left] = home.rows<{ reservation_expires_at: number }>(
      'SELECT reservation_expires_at FROM pull_owners',
    );
    expect(left?.reservation_expires_at).toBeGreaterThan(Date.now());
    // Its next start gives back what the earlier boot had reserved.
    daemon = await home.daemon();
    await vi.waitFor(() =>
      expect(home.rows('SELECT reservation_token FROM pull_owners')).toEqual([
        { reservation_token: null },
      ]),
    );
    expect(await daemon.call('run.continue', { runId, words: 'Two' })).toMatchObject({
      outcome: 'continued',
    });
    expect(before).toMatchObject({ attempts: [{ ordinal: 1 }] });
    await home.ended(daemon, runId);
  });
});

describe('a merge-ready row without a recorded head', () => {
  const forget = () =>
    home.database((database) => database.exec('UPDATE run_pulls SET approved_head = NULL'));

  it('is continued from evidence of the same unit, requester and repository', async () => {
    const { runId } = await home.mergeReady(daemon);
    await home.quiet(daemon, runId);
    forget();
    const continued = await daemon.call('run.continue', { runId, words: 'More' });
    expect(continued).toMatchObject({ outcome: 'continued' });
    await home.ended(daemon, runId);
  });

  it.each([
    ['another unit', "unit = 'unit-9'", 'only of another unit'],
    ['another requester', "requester = 'eve'", 'only for eve'],
    ['another repository', "repository = 'eve/shop'", 'none is recorded'],
    ['another head', "head = '0000'", 'at 0000'],
  ])('is not continued from evidence of %s', async (_what, change, why) => {
    const { runId } = await home.mergeReady(daemon);
    await home.quiet(daemon, runId);
    forget();
    home.database((database) =>
      database.exec(`UPDATE pull_evidence SET ${change} WHERE kind = 'approval_posted'`),
    );
    const before = home.stored();
    expect(await daemon.call('run.continue', { runId, words: 'More' })).toMatchObject({
      outcome: 'facts_refused',
      failed: [{ fact: 'evidence', found: expect.stringContaining(`approval_posted: ${why}`) }],
    });
    expect(home.stored()).toEqual(before);
  });
});

describe('a forge in trouble', () => {
  it('whose answer to an opening is lost has opened one pull request, and it is taken', async () => {
    const runId = await home.start(daemon, { agent: 'mender' });
    await home.ended(daemon, runId);
    home.forge.switches.next(/^POST .*\/pulls$/, { kind: 'drop_after' });
    const published = await daemon.call('run.publish', { runId });
    expect(published).toMatchObject({ outcome: 'published', number: 1 });
    expect(home.forge.state.pulls).toHaveLength(1);
  });

  it('that limits how often it is asked is left alone until then', async () => {
    const { runId } = await home.published(daemon);
    await home.untilPull(daemon, runId, ({ facts }) => facts !== null);
    home.forge.switches.limitTooMany(/./, 600);
    await daemon.call('run.refreshPull', { runId });
    const { pull } = (await home.details(daemon, runId)).card;
    expect(pull?.trouble).toMatchObject({ code: 'rate_limited' });
    const [row] = home.rows<{ next_read_at: number }>('SELECT next_read_at FROM run_pulls');
    expect(row?.next_read_at).toBeGreaterThan(Date.now() + 500_000);
    home.forge.clearLog();
    await daemon.call('run.refreshPull', { runId });
    expect(home.forge.requests()).toEqual([]);
  });

  it('is asked less often; what is shown says since when it dates', async () => {
    const { runId } = await home.published(daemon);
    await home.untilPull(daemon, runId, ({ facts }) => facts !== null);
    home.forge.switches.failWith(500, 1_000);
    const failed = await daemon.call('run.refreshPull', { runId });
    expect(failed).toMatchObject({ outcome: 'forge_refused' });
    const { pull } = (await home.details(daemon, runId)).card;
    expect(pull?.trouble).toMatchObject({ code: 'forge_unavailable' });
    expect(pull?.facts?.readAt).toBeLessThan(Date.now());
    const waits = [];
    for (let time = 0; time < 3; time += 1) {
      await daemon.call('run.refreshPull', { runId });
      const [row] = home.rows<{ next_read_at: number }>('SELECT next_read_at FROM run_pulls');
      waits.push((row?.next_read_at ?? 0) - Date.now());
    }
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.5);
    expect(waits[2]).toBeGreaterThan((waits[1] ?? 0) * 1.5);
  });
});
