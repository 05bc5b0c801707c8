import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { numbersSchema } from '../../shared/numbers.ts';
import { COMMAND_LINE_TEST_MS } from '../helpers/command-line.ts';
import { CommandedDaemon } from '../helpers/commanded-daemon.ts';
import { changeRows } from '../helpers/database-writer.ts';
import { addEndedRun, addSettled, nameProject } from '../helpers/numbers-rows.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const MINUTE_MS = 60_000;
const folder = temporaryFolder('cli-numbers');
let daemon: CommandedDaemon;

beforeAll(async () => {
  daemon = await CommandedDaemon.serve(path.join(folder.path, 'home'));
});
afterAll(async () => {
  await daemon.end();
  folder.remove();
});

const numbers = (...args: string[]) =>
  daemon.ran(['numbers', ...args], { env: { TZ: 'Asia/Dubai' } });

describe('numbers', () => {
  it('says that nothing settled, in a table of the days', async () => {
    const { code, stdout } = await numbers();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^DAY +DONE +FAILED +CANCELLED +WAITED +WORKED\n/);
    expect(stdout).toContain('\n\nNothing settled in this time.\n');
  });

  it('tells figures of the last week, day or month: as tables, as JSON, as CSV', async () => {
    const settledAt = Date.now();
    const work = { startedAt: settledAt - 4 * MINUTE_MS, settledAt };
    changeRows(daemon.at.home, (database) => {
      nameProject(database, 'gate', '@gate');
      addSettled(database, { id: 'one', agent: '=1+1', ...work });
      addSettled(database, { id: 'two', agent: '=1+1', status: 'failed', ...work });
      addEndedRun(database, {
        ...{ id: 'run', agent: 'codex', endedAt: settledAt },
        attempts: [{ ...work, parkedMs: MINUTE_MS, cost: { amount: 1.5, currency: 'USD' } }, work],
      });
    });
    const { code, stdout } = await numbers('--span', 'week');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^=1\+1 +1 +1 +0 +50% +0$/m);
    expect(stdout).toMatch(/^codex +1 +0 +0 +100% +1$/m);
    expect(stdout).toMatch(/^@gate +1\.50 USD +1$/m);
    expect(stdout).toContain('Of 3 tasks the agent named no cost.\n');

    const json = numbersSchema.parse(
      JSON.parse((await numbers('--json', '--span', 'month')).stdout),
    );
    expect(json).toMatchObject({ span: 'month', timeZone: 'Asia/Dubai' });
    expect(json.buckets).toHaveLength(30);
    const sum = (of: 'waitedMs' | 'workedMs') =>
      json.buckets.reduce((total, bucket) => total + bucket[of], 0);
    expect([sum('waitedMs'), sum('workedMs')]).toEqual([MINUTE_MS, 15 * MINUTE_MS]);

    const csv = (await numbers('--csv', '--span', 'day')).stdout.split('\r\n');
    expect(csv[0]).toBe('measure,from,to,agent,project,currency,value');
    expect(csv.filter((line) => line.startsWith('tasks_done'))).toHaveLength(24 + 2);
    expect(csv.find((line) => line.startsWith('cost,'))).toMatch(/:00\+04:00,,'@gate,USD,1\.5$/);
    expect(csv.some((line) => line.includes(",'=1+1,"))).toBe(true);
  });

  it('names what it does not take', async () => {
    const span = await numbers('--span', 'year');
    expect(span.code).toBe(2);
    expect(span.stderr).toContain('year');
    const both = await numbers('--csv', '--json');
    expect(both.code).toBe(2);
    expect(JSON.parse(both.stdout)).toMatchObject({ error: { code: 'bad_usage' } });
  });
});
