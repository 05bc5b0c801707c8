import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type RunCard, runCardSchema, runRuleSchema } from '../../shared/runs.ts';
import { COMMAND_LINE_TEST_MS } from '../helpers/command-line.ts';
import { CommandedHome } from '../helpers/commanded-home.ts';
import { CHECK } from '../helpers/loop-home.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

let home: CommandedHome;
beforeAll(async () => {
  home = await CommandedHome.serve({ asker: ['ask'], late: ['ask', 'gate'], worker: [] });
});
afterAll(async () => {
  await home.close();
});

async function asking(
  agent = 'asker',
): Promise<{ id: string; taskId: string; approvalId: string }> {
  const id = await home.start(agent, CHECK, 'Mend the result');
  const { card } = await home.until(id, ({ card: { question } }) => question !== null);
  const taskId = card.attempts[0]?.taskId ?? '';
  return { id, taskId, approvalId: card.question?.approvalId ?? '' };
}

const ended = (id: string) => home.until(id, ({ card }) => card.status !== 'working');

describe('approve', () => {
  it('answers what the attempt of a run asks, named by the run or by its task', async () => {
    const one = await asking();
    expect((await home.run('show', one.id)).stdout).toContain(
      `fleetboard approve ${one.id.slice(0, 8)}`,
    );
    expect(await home.json('approve', one.id.slice(0, 8))).toMatchObject({
      code: 0,
      value: { outcome: 'answered', optionName: 'Yes, once' },
    });
    expect((await ended(one.id)).card.endReason).toBe('passed');
    expect(await home.json('approve', one.approvalId)).toMatchObject({
      code: 3,
      value: { outcome: 'already_answered', optionName: 'Yes, once' },
    });
    expect(await home.json('approve', one.id)).toMatchObject({
      code: 3,
      value: { outcome: 'no_open_question', status: 'ended' },
    });

    const other = await asking();
    const denied = await home.ran(['approve', other.taskId, '--reject']);
    expect(denied).toMatchObject({ code: 0, stdout: 'Answered: No.\n' });
    const { attempts } = await home.until(other.id, (run) => run.attempts[0]?.outcome != null);
    expect(attempts[0]?.outcome).toBe('denied');
    await home.run('stop', other.id);
  });

  it.each(['the run', 'the task'] as const)(
    'answers what was asked before the daemon was killed, named by %s',
    async (name) => {
      const go = `${home.loops.log}.go`;
      writeFileSync(go, '');
      const { id, taskId, approvalId } = await asking('late');
      // The next attempt may not ask before the question that is carried has been answered.
      rmSync(go);
      await home.daemon.kill();
      await home.daemon.serveAgain();
      await home.until(id, ({ attempts }) => attempts.length === 2);
      const before = home.loops.logged('answer').length;
      const answered = await home.json('approve', name === 'the run' ? id : taskId);
      expect(answered).toMatchObject({
        code: 0,
        value: { outcome: 'answered', optionName: 'Yes, once' },
      });
      expect(await home.json('approve', approvalId)).toMatchObject({
        code: 3,
        value: { outcome: 'already_answered' },
      });
      writeFileSync(go, '');
      const { card, attempts } = await ended(id);
      expect(attempts.map(({ outcome }) => outcome)).toEqual(['reclaimed', 'passed']);
      expect(card.endReason).toBe('passed');
      expect(home.loops.logged('answer').slice(before)).toEqual([['yes']]);
    },
  );
});

describe('run allow, rules and disallow', () => {
  it('allow it in the run from now on, list that and take it back', async () => {
    const { id, approvalId } = await asking();
    const allowed = await home.json('run', 'allow', approvalId.slice(0, 8));
    expect(allowed).toMatchObject({ code: 0, value: { outcome: 'allowed_for_run' } });
    const { ruleId } = allowed.value as { ruleId: string };
    expect((await ended(id)).card.endReason).toBe('passed');
    const listed = await home.json('run', 'rules', id);
    expect(z.array(runRuleSchema).parse(listed.value)).toMatchObject([
      { id: ruleId, toolKind: 'execute', subject: 'make result' },
    ]);
    const shortRule = ruleId.slice(0, 8);
    const words = await home.run('rules', id);
    expect(words.stdout).toMatch(new RegExp(`\n${shortRule} +execute .* make result\n`));
    expect((await home.run('show', id)).stdout).toContain('Allowed in this run');

    expect(await home.json('run', 'allow', approvalId)).toMatchObject({
      code: 3,
      value: { outcome: 'already_answered' },
    });
    expect(await home.json('run', 'allow', id)).toMatchObject({
      code: 3,
      value: { outcome: 'no_open_question' },
    });
    const removed = await home.run('disallow', id, shortRule);
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('Removed.') });
    expect(await home.json('run', 'disallow', id, shortRule)).toMatchObject({
      code: 3,
      value: { outcome: 'not_found', nextStep: expect.stringContaining('run rules') },
    });
    expect((await home.run('rules', id)).stderr).toContain('Nothing beyond its profile, careful');
  });
});

describe('watch', () => {
  it('tells the changes of runs, each once, in JSON and in words', async () => {
    const asJson = await home.daemon.watch('--json', '--project', 'shop');
    const inWords = await home.daemon.watch('--project', 'shop');
    const id = await home.start('worker', CHECK, 'Mend the result', '--max-attempts', '3');
    const short = id.slice(0, 8);
    await inWords.until(({ lines }) => lines.some((line) => line.includes('(run, passed')));
    const cards = (): RunCard[] =>
      asJson.lines.flatMap((line) => {
        const told = JSON.parse(line) as { event: string; run?: unknown };
        return told.event === 'run' ? [runCardSchema.parse(told.run)] : [];
      });
    await asJson.until(() => cards().some((card) => card.id === id && card.status === 'ended'));
    const revisions = cards().map(({ revision }) => revision);
    expect(revisions).toEqual([...new Set(revisions)].sort((one, other) => one - other));
    expect(cards().at(-1)).toMatchObject({ id, endReason: 'passed' });
    const words = inWords.lines.map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, ''));
    expect(words.at(-1)).toBe(
      `${short}  done          Mend the result (run, passed: Its check passed.)`,
    );
    expect(words.every((line) => line.startsWith(short))).toBe(true);
    expect(new Set(words).size).toBe(words.length);
  });
});
