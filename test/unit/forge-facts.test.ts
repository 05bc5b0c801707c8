import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GitHubForge } from '../../electron/daemon/pulls/forge/github/github-forge.ts';
import type { PullFacts } from '../../electron/daemon/pulls/forge/pull-facts.ts';
import { clientOf } from '../helpers/forge/forge-client.ts';
import type { Interference } from '../helpers/forge/forge-interference.ts';
import { TestForge } from '../helpers/forge/test-forge.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let forge: TestForge;
let client: GitHubForge;
let head: string;
let number: number;
beforeEach(async () => {
  folder = temporaryFolder('forge');
  forge = await TestForge.start(folder.path);
  client = clientOf(forge);
  head = forge.createBranch('fleetboard/run/1');
  number = forge.openPull('fleetboard/run/1');
});
afterEach(async () => {
  await forge.stop();
  folder.remove();
});

function ask(knownTag: string | null = null) {
  return client.readPull({ repository: forge.repository, number, knownTag });
}

async function read(): Promise<{ facts: PullFacts; tag: string }> {
  const answer = await ask();
  if (answer.outcome !== 'read') throw new Error(JSON.stringify(answer));
  return answer;
}

describe('the facts of a pull request', () => {
  it('are all there', async () => {
    const earlier = forge.git.tip('main') ?? '';
    forge.requestChanges(number, earlier, 'grace');
    const id = forge.approve(number, head, 'grace');
    forge.setChecks(head, 'test', 'success');
    forge.setStatus(head, 'lint', 'success');
    forge.setChecks(earlier, 'test', 'failure');
    const { facts } = await read();
    expect(facts).toMatchObject({
      number,
      url: 'https://github.com/acme/shop/pull/1',
      state: 'open',
      repository: 'acme/shop',
      headBranch: 'fleetboard/run/1',
      headRepository: 'acme/shop',
      headCommit: head,
      baseBranch: 'main',
      isMergeable: true,
      isDraft: false,
      mergeCommit: null,
      checksWord: 'green',
      checks: [
        { name: 'lint', kind: 'status', state: 'success' },
        { name: 'test', kind: 'check_run', state: 'success' },
      ],
    });
    expect(facts.reviews).toHaveLength(2);
    expect(facts.reviews[0]).toMatchObject({ state: 'changes_requested', commit: earlier });
    expect(facts.reviews[1]).toEqual({
      id,
      author: 'grace',
      authorAssociation: 'MEMBER',
      state: 'approved',
      commit: head,
      submittedAt: expect.any(Number),
    });
    expect(Math.abs(Date.now() - facts.readAt)).toBeLessThan(30_000);
  });

  it('say what became of it', async () => {
    forge.close(number);
    expect((await read()).facts).toMatchObject({ state: 'closed', mergeCommit: null });
    forge.pull(number).state = 'open';
    const commit = forge.mergeOutside(number);
    expect((await read()).facts).toMatchObject({ state: 'merged', mergeCommit: commit });
  });

  it('leave out what is not submitted, and keep what was dismissed or is nobody’s any more', async () => {
    forge.dismiss(forge.approve(number, head, 'grace'));
    const change = (body: unknown) => [
      ...(body as Record<string, unknown>[]).map((review) => ({ ...review, user: null })),
      {
        id: 1,
        user: { login: 'ada' },
        author_association: 'OWNER',
        state: 'PENDING',
        commit_id: head,
      },
    ];
    forge.switches.next(/reviews/, { kind: 'change', change });
    const { reviews } = (await read()).facts;
    expect(reviews).toMatchObject([{ state: 'dismissed', author: null }]);
  });

  it('say that a conflict is there, and that the forge does not know yet', async () => {
    const change = (mergeable: boolean | null) => (body: unknown) => ({
      ...(body as object),
      mergeable,
    });
    for (const mergeable of [false, null]) {
      const interference: Interference = { kind: 'change', change: change(mergeable) };
      forge.switches.next(/pulls\/1$/, interference, 2);
      expect((await read()).facts.isMergeable).toBe(mergeable);
    }
  });

  it('name the repository and the branch that the forge answered for', async () => {
    const change = (body: unknown) => ({
      ...(body as object),
      head: { ref: 'other', sha: head, repo: null },
      base: { ref: 'main', repo: { full_name: 'mallory/shop' } },
    });
    forge.switches.next(/pulls\/1$/, { kind: 'change', change }, 2);
    expect((await read()).facts).toMatchObject({
      repository: 'mallory/shop',
      headBranch: 'other',
      headRepository: null,
    });
  });

  it('have one word for all checks', async () => {
    expect((await read()).facts.checksWord).toBe('none');
    const steps: [string, string][] = [
      ['skipped', 'green'],
      ['neutral', 'green'],
      ['queued', 'pending'],
      ['in_progress', 'pending'],
      ['cancelled', 'red'],
      ['timed_out', 'red'],
      ['action_required', 'red'],
      ['startup_failure', 'red'],
      ['stale', 'red'],
      ['success', 'green'],
    ];
    for (const [state, word] of steps) {
      forge.setChecks(head, 'test', state);
      expect((await read()).facts.checksWord, state).toBe(word);
    }
    forge.setStatus(head, 'lint', 'pending');
    expect((await read()).facts.checksWord).toBe('pending');
    forge.setChecks(head, 'test', 'failure');
    expect((await read()).facts.checksWord).toBe('red');
    forge.setChecks(head, 'test', 'success');
    forge.setStatus(head, 'lint', 'error');
    expect((await read()).facts.checksWord).toBe('red');
  });

  it('are of every page', async () => {
    forge.server.largestPage = 2;
    for (let at = 0; at < 5; at += 1) {
      forge.comment(number, head, `person-${at}`);
      forge.setChecks(head, `check-${at}`, 'success');
      forge.setStatus(head, `status-${at}`, 'success');
    }
    const { facts } = await read();
    expect(facts.reviews).toHaveLength(5);
    expect(facts.checks).toHaveLength(10);
  });

  it('are refused when the head moves while they are read', async () => {
    forge.moveHeadWhileRead(number);
    const answer = await ask();
    expect(answer).toEqual({
      outcome: 'head_moved_while_reading',
      before: head,
      after: forge.git.tip('fleetboard/run/1'),
    });
  });
});

describe('facts that did not change', () => {
  it('cost nothing of the rate limit and are said to be the same', async () => {
    forge.approve(number, head, 'grace');
    const { tag } = await read();
    const { remaining } = forge.server;
    forge.clearLog();
    expect(await ask(tag)).toEqual({ outcome: 'unchanged', readAt: expect.any(Number) });
    expect(forge.server.remaining).toBe(remaining);
    expect(forge.requests().map(({ status }) => status)).toEqual([304, 304, 304, 304, 304]);
  });

  it('are read anew before a decision, without asking whether they changed', async () => {
    const { tag } = await read();
    forge.clearLog();
    expect(await ask()).toMatchObject({ outcome: 'read', tag });
    expect(forge.requests().map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('are the same to a client that started afterwards', async () => {
    const { tag } = await read();
    client = clientOf(forge);
    expect(await ask(tag)).toMatchObject({ outcome: 'unchanged' });
  });

  it('are read again where something did', async () => {
    const { tag } = await read();
    forge.setChecks(head, 'test', 'success');
    const changed = await ask(tag);
    expect(changed).toMatchObject({ outcome: 'read', facts: { checksWord: 'green' } });
    forge.pushOutside('fleetboard/run/1');
    const moved = await ask(changed.outcome === 'read' ? changed.tag : null);
    expect(moved).toMatchObject({ outcome: 'read', facts: { checksWord: 'none' } });
  });
});
