import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { builtInAgents } from '../../electron/daemon/workers/agents/built-in-agents.ts';
import { BUILT_IN_PROFILES } from '../../electron/daemon/workers/profiles/built-in-profiles.ts';
import type { Profile } from '../../shared/configuration.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { workerProcessesOf } from '../helpers/processes.ts';
import { type WatchedWorker, WorkerFixture } from '../helpers/worker-fixture.ts';

let fixture: WorkerFixture;
afterEach(() => fixture.stop());

const NOTES = 'FLEETBOARD-DEMO.md';
const { demo } = builtInAgents();
const agent = { ...demo, env: { ...demo.env, FLEETBOARD_DEMO_PACE_MS: '0' } };
const { standard } = BUILT_IN_PROFILES as { standard: Profile };
const profile = () => standard;

async function asked(workFolder: string): Promise<WatchedWorker> {
  const worker = await fixture.worker({ agent, profile, workFolder });
  worker.handle.prompt('Tidy the shop\nand be quick');
  await worker.event('question');
  return worker;
}

async function answered(worker: WatchedWorker, name: string): Promise<string> {
  const { question } = await worker.event('question');
  const option = question.options.find((offered) => offered.name === name);
  worker.handle.answer(question.requestId, option?.optionId ?? '', 'ann');
  const { result } = await worker.event('turn_ended');
  return result.outcome === 'done' ? result.digest : result.error.message;
}

describe('the demo agent', () => {
  it('plans, reads, edits, asks once, commits what was approved, and reports', async () => {
    fixture = new WorkerFixture();
    const shop = createRepository(fixture.home);
    const worker = await asked(shop);
    expect(worker.all('question').map(({ question }) => question)).toMatchObject([
      {
        toolKind: 'execute',
        command: `git add ${NOTES} && git commit -m "Note what was asked"`,
        options: [
          { name: 'Approve', kind: 'allow_once' },
          { name: 'Reject', kind: 'reject_once' },
        ],
      },
    ]);
    expect(await answered(worker, 'Approve')).toContain('You approved, so I committed it.');
    expect(worker.all('question')).toHaveLength(1);

    expect(git(shop, 'log', '-1', '--format=%s')).toBe('Note what was asked');
    expect(git(shop, 'status', '--porcelain')).toBe('');
    expect(readFileSync(path.join(shop, NOTES), 'utf8')).toMatch(
      /- \d{4}-\d\d-\d\d: Tidy the shop\n$/,
    );
    const plans = worker.entries('plan').map(({ entries }) => entries.map(({ status }) => status));
    expect(plans[0]).toEqual(['in_progress', 'pending', 'pending', 'pending']);
    expect(plans.at(-1)).toEqual(Array(4).fill('completed'));
    const tools = worker.entries('tool');
    expect(tools.find(({ kind }) => kind === 'read')).toMatchObject({ title: 'Read README.md' });
    expect(tools.findLast(({ kind }) => kind === 'edit')?.diffs).toMatchObject([
      { path: path.join(shop, NOTES), oldText: null, newText: expect.stringContaining('Tidy') },
    ]);
    expect(worker.entries('usage')).toHaveLength(1);
  });

  it('leaves the edit uncommitted when it is rejected, and takes another prompt', async () => {
    fixture = new WorkerFixture();
    const shop = createRepository(fixture.home);
    const worker = await asked(shop);
    expect(await answered(worker, 'Reject')).toContain('left uncommitted');
    expect(git(shop, 'status', '--porcelain')).toBe(`?? ${NOTES}`);
    worker.handle.prompt('Once more');
    const { question } = await worker.event('question', 2);
    worker.handle.answer(question.requestId, 'approve', 'ann');
    expect((await worker.event('turn_ended', 2)).result).toMatchObject({ outcome: 'done' });
    expect(git(shop, 'status', '--porcelain')).toBe('');
  });

  it('writes a second line where there is no repository', async () => {
    fixture = new WorkerFixture();
    const plain = path.join(fixture.home, 'plain');
    mkdirSync(plain);
    const worker = await asked(plain);
    expect(await answered(worker, 'Approve')).toContain('no git repository');
    expect(readFileSync(path.join(plain, NOTES), 'utf8')).toMatch(/Tidy the shop\n.*approved\n$/);
  });

  it('only looks as a scout', async () => {
    fixture = new WorkerFixture();
    const shop = createRepository(fixture.home);
    const worker = await fixture.worker({ agent, profile, workFolder: shop, shape: 'scout' });
    expect(await worker.run('Look')).toMatchObject({
      outcome: 'done',
      digest: expect.stringContaining('I only looked. README.md has'),
    });
    expect(existsSync(path.join(shop, NOTES))).toBe(false);
  });

  it('ends its turn when it is interrupted, and itself when its daemon is gone', async () => {
    fixture = new WorkerFixture();
    const worker = await asked(createRepository(fixture.home));
    worker.handle.interrupt();
    expect((await worker.event('turn_ended')).result).toMatchObject({
      error: { code: 'turn_was_cancelled' },
    });
    await worker.handle.cancel();
    expect(workerProcessesOf(fixture.home)).toEqual([]);
  });

  it('takes less than two seconds at its own pace', async () => {
    fixture = new WorkerFixture();
    const shop = createRepository(fixture.home);
    const worker = await fixture.worker({ agent: demo, profile, workFolder: shop });
    const startedAt = performance.now();
    worker.handle.prompt('Tidy the shop');
    await answered(worker, 'Approve');
    const tookMs = performance.now() - startedAt;
    process.stdout.write(`a tour of the demo: ${tookMs.toFixed(0)} ms\n`);
    expect(tookMs).toBeGreaterThan(7 * 200);
  });
});
