import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CalledDaemon } from '../helpers/called-daemon.ts';
import { LoopHome } from '../helpers/loop-home.ts';
import { workerProcessesOf } from '../helpers/processes.ts';

vi.setConfig({ testTimeout: 90_000 });

let home: LoopHome;
afterEach(async () => {
  await home.close();
  expect(workerProcessesOf(home.home)).toEqual([]);
});

const go = () => writeFileSync(`${home.log}.go`, '');
const prompted = (count: number) =>
  vi.waitFor(() => expect(home.logged('prompt')).toHaveLength(count), { timeout: 20_000 });

/** Resolves with the question that the run waits for. */
async function question(daemon: CalledDaemon, runId: string): Promise<string> {
  const { card } = await home.until(daemon, runId, (now) => now.question !== null);
  expect(card.state).toBe('awaiting');
  return card.question?.approvalId ?? '';
}

/** A run whose daemon was killed while it waited for an answer, and the daemon that was started in its place. */
async function killedWhileAsking(wishes: readonly string[]) {
  home = new LoopHome({ asking: ['ask', 'gate', ...wishes] });
  go();
  const first = await home.daemon();
  const runId = await home.start(first, { agent: 'asking' });
  const approvalId = await question(first, runId);
  await first.end('SIGKILL');
  // The agent of the next attempt does not ask before it is told to.
  rmSync(`${home.log}.go`);
  const daemon = await home.daemon();
  await prompted(2);
  return { daemon, runId, approvalId };
}

describe('a question that was open when the daemon was killed', () => {
  it('waits on, is answered once, and the answer is given when it is asked again', async () => {
    const { daemon, runId, approvalId } = await killedWhileAsking([]);
    expect(await question(daemon, runId)).toBe(approvalId);
    expect(await daemon.call('approval.answer', { approvalId, optionId: 'yes' })).toEqual({
      outcome: 'answered',
      optionName: 'Yes, once',
    });
    expect(await daemon.call('approval.answer', { approvalId, optionId: 'no' })).toMatchObject({
      outcome: 'already_answered',
      optionName: 'Yes, once',
    });
    go();
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('passed');
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['reclaimed', 'passed']);
    expect(home.logged('answer')).toEqual([['yes']]);

    // Shown as what it was.
    const found = await daemon.call('task.details', { taskId: attempts[1]?.taskId ?? '' });
    if (found.outcome !== 'found') throw new Error(JSON.stringify(found));
    expect(found.details.approvals).toMatchObject([{ status: 'answered', answer: 'Yes, once' }]);
    expect(found.details.audit.map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining('given while its worker was away'),
    );
  });

  it('is applied once: the same question later is asked of a person again', async () => {
    const { daemon, runId, approvalId } = await killedWhileAsking(['fix=3']);
    await daemon.call('approval.answer', { approvalId, optionId: 'yes' });
    go();
    const second = await question(daemon, runId);
    expect(second).not.toBe(approvalId);
    expect(home.logged('answer')).toEqual([['yes']]);
    await daemon.call('approval.answer', { approvalId: second, optionId: 'yes' });
    expect((await home.ended(daemon, runId)).card.endReason).toBe('passed');
  });

  it('is replaced by the new one when the agent asks again before anybody answered', async () => {
    const { daemon, runId, approvalId } = await killedWhileAsking([]);
    go();
    const { card } = await home.until(
      daemon,
      runId,
      (now) => now.question !== null && now.question.approvalId !== approvalId,
    );
    const replaced = await daemon.call('approval.answer', { approvalId, optionId: 'yes' });
    expect(replaced).toEqual({ outcome: 'expired' });
    const again = { approvalId: card.question?.approvalId ?? '', optionId: 'yes' };
    expect(await daemon.call('approval.answer', again)).toMatchObject({ outcome: 'answered' });
    expect((await home.ended(daemon, runId)).card.endReason).toBe('passed');
  });

  it('goes with its run when that is stopped', async () => {
    const { daemon, runId, approvalId } = await killedWhileAsking([]);
    await daemon.call('run.stop', { runId });
    await home.ended(daemon, runId);
    const late = await daemon.call('approval.answer', { approvalId, optionId: 'yes' });
    expect(late).toEqual({ outcome: 'expired' });
  });

  it('finds its agent in its earlier session, where that can be loaded', async () => {
    const { daemon, runId, approvalId } = await killedWhileAsking(['load']);
    expect(home.logged('load')).toEqual([[expect.stringMatching(/^session-\d+$/)]]);
    await daemon.call('approval.answer', { approvalId, optionId: 'yes' });
    go();
    const { attempts } = await home.ended(daemon, runId);
    // What the agent told again is not told twice.
    const page = await daemon.call('session.transcript', {
      sessionId: attempts[1]?.sessionId ?? '',
      from: 0,
      limit: 500,
    });
    const texts = page.entries.map(({ entry }) => ('text' in entry ? entry.text : ''));
    expect(texts).toContain('The agent goes on in its earlier session.');
    expect(texts.join()).not.toContain('told again');
  });
});

describe('a question of a run', () => {
  it('is allowed for the whole run by a rule that can be seen and removed', async () => {
    home = new LoopHome({ asking: ['ask', 'fix=4'] });
    const daemon = await home.daemon();
    const runId = await home.start(daemon, { agent: 'asking' });
    const approvalId = await question(daemon, runId);
    const allowed = await daemon.call('run.allow', { approvalId });
    expect(allowed).toMatchObject({ outcome: 'allowed_for_run' });
    const { rules, card } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('passed');
    expect(rules).toMatchObject([{ toolKind: 'execute', subject: 'make result' }]);
    // The first was answered by a person, the others by the rule.
    expect(home.logged('answer')).toHaveLength(4);
    expect(home.rows('SELECT 1 FROM approvals')).toHaveLength(1);

    const ruleId = rules[0]?.id ?? '';
    expect(await daemon.call('run.removeRule', { runId, ruleId })).toEqual({
      outcome: 'rule_removed',
    });
    expect((await home.details(daemon, runId)).rules).toEqual([]);
    await daemon.call('run.requestChanges', { runId, words: 'Once more.', comments: [] });
    expect(await question(daemon, runId)).not.toBe(approvalId);
  });

  it('that is denied is a fact of its own when the check fails', async () => {
    home = new LoopHome({ asking: ['ask'] });
    const daemon = await home.daemon();
    const runId = await home.start(daemon, { agent: 'asking', maxAttempts: 1 });
    const approvalId = await question(daemon, runId);
    await daemon.call('approval.answer', { approvalId, optionId: 'no' });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('exhausted');
    expect(attempts).toMatchObject([{ outcome: 'denied', checkExitCode: 3 }]);
  });

  it('that nobody answers expires, and its time does not count', async () => {
    home = new LoopHome({ asking: ['ask'] }, { dispatch: { holdMaxMs: 1_000 } });
    const daemon = await home.daemon();
    const runId = await home.start(daemon, { agent: 'asking' });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('failed_to_start');
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['expired', 'expired', 'expired']);
    for (const { parkedMs } of attempts) expect(parkedMs).toBeGreaterThanOrEqual(1_000);
    const whole = attempts.reduce(
      (sum, each) => sum + (each.settledAt ?? 0) - (each.startedAt ?? 0),
      0,
    );
    expect(card.workedMs).toBeLessThanOrEqual(whole - 3_000);
  });
});
