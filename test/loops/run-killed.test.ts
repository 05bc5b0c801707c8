import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunDetails } from '../../shared/runs.ts';
import type { CalledDaemon } from '../helpers/called-daemon.ts';
import { git } from '../helpers/git-repository.ts';
import { CHECK, LoopHome } from '../helpers/loop-home.ts';
import { workerProcessesOf } from '../helpers/processes.ts';

// Each starts several daemons, one after another.
vi.setConfig({ testTimeout: 120_000 });

let home: LoopHome;
beforeEach(() => {
  home = new LoopHome({ mender: ['fix=2'], waiting: ['fix=2', 'ask', 'gate'] });
});
afterEach(async () => {
  await home.close();
  expect(workerProcessesOf(home.home)).toEqual([]);
});

/** "." is whatever the daemon does next. */
const COMMITTED = ['^COMMIT', '.'];
const QUEUED = "SET phase = 'enqueued'";
const SETTLED = "SET phase = 'settled'";
const CHECKED = "SET phase = 'checked'";
const DECIDED = "SET phase = 'decided'";
const MERGING = "SET status = 'merging'";
const MERGED = "SET status = 'merged'";
const REMOVED = 'SET removed_at';

const outcomesOf = ({ attempts }: RunDetails) => attempts.map(({ outcome }) => outcome);

/** What must be true of a run whenever it is over, however often its daemon died. */
function expectInOrder(details: RunDetails): void {
  const { attempts, card } = details;
  expect(attempts.map(({ ordinal }) => ordinal)).toEqual(attempts.map((_, index) => index + 1));
  expect(new Set(attempts.map(({ taskId }) => taskId)).size).toBe(attempts.length);
  // Each began after the one before it had settled: no two at once.
  for (const [index, attempt] of attempts.entries()) {
    const before = attempts[index - 1];
    if (before === undefined || attempt.startedAt === null) continue;
    expect(attempt.startedAt).toBeGreaterThanOrEqual(before.settledAt ?? Number.NaN);
  }
  const tasks = home.rows<{ attempt_id: string }>(
    'SELECT attempt_id FROM dispatch_tasks WHERE run_id = ? ORDER BY created_at, attempt_id',
    card.id,
  );
  expect(tasks.map((task) => Number(task.attempt_id))).toEqual(
    attempts.map(({ ordinal }) => ordinal),
  );
}

/** Starts a run on a daemon that dies on the way; resolves with its id when that daemon is dead. */
async function startAndDie(patterns: readonly string[], agent = 'mender'): Promise<string> {
  const daemon = await home.daemon(...patterns);
  await daemon.result('run.start', home.input({ agent }));
  expect(await daemon.exited).toMatchObject({ signal: 'SIGKILL' });
  const [row] = home.rows<{ id: string }>('SELECT id FROM runs');
  return row?.id ?? '';
}

describe('a run whose daemon is killed', () => {
  it.each([
    ['before its attempt is queued', [QUEUED], ['check_failed', 'passed']],
    ['right after that', [QUEUED, ...COMMITTED], ['check_failed', 'passed']],
    ['after its attempt settled, before that is written', [SETTLED], ['check_failed', 'passed']],
    ['after that, before the check', [SETTLED, ...COMMITTED], ['check_failed', 'passed']],
    ['after the check, before that is written', [CHECKED], ['check_failed', 'passed']],
    ['after that, before the decision', [CHECKED, ...COMMITTED], ['check_failed', 'passed']],
    ['before the decision is written', [DECIDED], ['check_failed', 'passed']],
    ['after the decision', [DECIDED, ...COMMITTED], ['check_failed', 'passed']],
  ])('%s goes on from there', async (_when, patterns, outcomes) => {
    const runId = await startAndDie(patterns);
    const daemon = await home.daemon();
    const details = await home.ended(daemon, runId);
    expect(details.card.endReason).toBe('passed');
    expect(outcomesOf(details)).toEqual(outcomes);
    // Nothing was asked of the agent twice.
    expect(home.logged('prompt')).toHaveLength(2);
    expectInOrder(details);
  });

  it('in the middle of an attempt goes on with another one', async () => {
    const first = await home.daemon();
    const runId = await home.start(first, { agent: 'waiting' });
    await vi.waitFor(() => expect(home.logged('prompt')).toHaveLength(1), { timeout: 20_000 });
    await first.end('SIGKILL');
    writeFileSync(`${home.log}.go`, '');

    const daemon = await home.daemon();
    await home.until(daemon, runId, ({ question }) => question !== null);
    expect(workerProcessesOf(home.home)).toHaveLength(1);
    await answer(daemon, runId);
    const details = await home.ended(daemon, runId);
    expect(outcomesOf(details)).toEqual(['reclaimed', 'passed']);
    expect(details.attempts[1]?.because).toBe('infrastructure');
    expect(home.logged('prompt')[1]?.[0]).toContain('interrupted');
    expectInOrder(details);
  });

  it('in the middle of a check runs the check again', async () => {
    const witness = path.join(home.folder, 'witness');
    const go = path.join(home.folder, 'go');
    const check = `echo $$ >> ${witness}; until [ -e ${go} ]; do sleep 0.02; done; ${CHECK}`;
    const first = await home.daemon();
    const runId = await home.start(first, { agent: 'mender', check });
    await vi.waitFor(() => expect(existsSync(witness)).toBe(true), { timeout: 20_000 });
    await first.end('SIGKILL');
    expect(workerProcessesOf(home.home).length).toBeGreaterThan(0);
    writeFileSync(go, '');

    const daemon = await home.daemon();
    const details = await home.ended(daemon, runId);
    expect(outcomesOf(details)).toEqual(['check_failed', 'passed']);
    // The one that was cut off, and one for each attempt.
    expect(readFileSync(witness, 'utf8').trim().split('\n')).toHaveLength(3);
    expectInOrder(details);
  });
});

describe('a merge whose daemon is killed', () => {
  const mainOf = () => git(home.repository, 'rev-parse', 'main');
  const isClean = () => git(home.repository, 'status', '--porcelain') === '';

  async function passed(): Promise<{ runId: string; before: string }> {
    const first = await home.daemon();
    const runId = await home.start(first, { agent: 'mender' });
    await home.ended(first, runId);
    await first.end('SIGTERM');
    return { runId, before: mainOf() };
  }

  async function mergeAndDie(runId: string, patterns: readonly string[]): Promise<void> {
    const daemon = await home.daemon(...patterns);
    await home.merge(daemon, runId).catch(() => {});
    expect(await daemon.exited).toMatchObject({ signal: 'SIGKILL' });
  }

  async function isMergedWhole(daemon: CalledDaemon, runId: string): Promise<void> {
    const { card, workFolder } = await home.until(
      daemon,
      runId,
      ({ status }) => status === 'merged',
    );
    await vi.waitFor(() => expect(existsSync(workFolder)).toBe(false), { timeout: 20_000 });
    expect(card.mergedCommit).toBe(mainOf());
    expect(readFileSync(path.join(home.repository, 'result.txt'), 'utf8')).toBe('fixed\n');
    expect(isClean()).toBe(true);
    await vi.waitFor(
      () =>
        expect(
          git(home.repository, 'for-each-ref', 'refs/fleetboard', 'refs/heads/fleetboard'),
        ).toBe(''),
      { timeout: 20_000 },
    );
  }

  it('before it is written down has not begun', async () => {
    const { runId, before } = await passed();
    await mergeAndDie(runId, [MERGING]);
    expect(mainOf()).toBe(before);
    expect(isClean()).toBe(true);
    const daemon = await home.daemon();
    expect((await home.details(daemon, runId)).card.status).toBe('ended');
    expect(await home.merge(daemon, runId)).toMatchObject({ outcome: 'run_merged' });
    await isMergedWhole(daemon, runId);
  });

  it.each([
    ['once it is written down', [MERGING, ...COMMITTED], false],
    ['when the base has moved', [MERGED], true],
    ['before its worktree goes', [REMOVED], true],
  ])('%s is finished at the next start', async (_when, patterns, hasMoved) => {
    const { runId, before } = await passed();
    await mergeAndDie(runId, patterns);
    expect(mainOf() !== before).toBe(hasMoved);
    expect(isClean()).toBe(true);
    await isMergedWhole(await home.daemon(), runId);
  });

  it('while git moves the base is finished at the next start', async () => {
    const { runId } = await passed();
    const waits = path.join(home.folder, 'waits');
    const go = path.join(home.folder, 'go');
    const hook = path.join(home.repository, '.git', 'hooks', 'post-merge');
    writeFileSync(
      hook,
      `#!/bin/sh\n# Not where the merge is only made.\ngit symbolic-ref -q HEAD || exit 0\ntouch ${waits}\nuntil [ -e ${go} ]; do sleep 0.02; done\n`,
      {
        mode: 0o755,
      },
    );
    const daemon = await home.daemon();
    const merging = home.merge(daemon, runId).catch(() => {});
    await vi.waitFor(() => expect(existsSync(waits)).toBe(true), { timeout: 20_000 });
    await daemon.end('SIGKILL');
    await merging;
    writeFileSync(go, '');
    await isMergedWhole(await home.daemon(), runId);
  });
});

async function answer(daemon: CalledDaemon, runId: string): Promise<void> {
  const { card } = await home.details(daemon, runId);
  const approvalId = card.question?.approvalId ?? '';
  expect(await daemon.call('approval.answer', { approvalId, optionId: 'yes' })).toMatchObject({
    outcome: 'answered',
  });
}
