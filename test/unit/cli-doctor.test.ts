import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ownerMark } from '../../electron/daemon/workers/process-group.ts';
import {
  type At,
  COMMAND_LINE_TEST_MS,
  type Running,
  run,
  serveDaemon,
  to,
} from '../helpers/command-line.ts';
import { changeRows } from '../helpers/database-writer.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const reportSchema = z.object({
  ok: z.boolean(),
  home: z.string(),
  findings: z.array(
    z.object({
      check: z.string(),
      state: z.enum(['ok', 'warn', 'fail']),
      message: z.string(),
      nextStep: z.string().nullable(),
    }),
  ),
});

let folder: ReturnType<typeof temporaryFolder>;
let at: At;
let daemon: Running | null;

beforeEach(async () => {
  folder = temporaryFolder('doctor');
  at = { home: path.join(folder.path, 'home'), port: await freePort() };
  daemon = null;
});
afterEach(async () => {
  await daemon?.end('SIGKILL');
  folder.remove();
});

async function doctor() {
  const { code, stdout } = await run(['doctor', '--json', ...to(at)]);
  const report = reportSchema.parse(JSON.parse(stdout));
  expect(code).toBe(report.ok ? 0 : 1);
  return {
    ok: report.ok,
    of: (check: string) => {
      const found = report.findings.find((finding) => finding.check === check);
      if (found === undefined) throw new Error(`nothing was said of ${check}`);
      return found;
    },
    all: report.findings,
  };
}

async function serveOnce(): Promise<void> {
  const served = await serveDaemon(at);
  await served.end('SIGTERM');
}

describe('doctor', () => {
  it('finds nothing wrong while a daemon runs, and after it has stopped', async () => {
    daemon = await serveDaemon(at);
    const running = await doctor();
    expect(running.all.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(running.of(`Daemon 127.0.0.1:${at.port}`).message).toContain('answers');
    for (const check of ['Node', 'SQLite', 'git', 'Schema', 'Write-ahead log', 'Agent demo'])
      running.of(check);
    await daemon.end('SIGTERM');
    daemon = null;
    const stopped = await doctor();
    expect(stopped.ok).toBe(true);
    expect(stopped.of('Daemons').message).toContain('none runs');
    const words = await run(['doctor', ...to(at)]);
    expect(words.stdout).toMatch(/^ok {4}Node +v/m);
  });

  it('says that a home is not there', async () => {
    const { of, ok } = await doctor();
    expect(of('Home')).toMatchObject({ state: 'fail', message: `${at.home} does not exist.` });
    expect(ok).toBe(false);
  });

  it('tells a killed daemon, its processes, an old writer and settings that are not in force', async () => {
    daemon = await serveDaemon(at);
    await daemon.end('SIGKILL');
    daemon = null;
    const owner = `127.0.0.1:${at.port}`;
    const left = spawn('sleep', ['600'], {
      env: { ...process.env, FLEETBOARD_OWNER: ownerMark({ ownerDaemon: owner, home: at.home }) },
    });
    try {
      await once(left, 'spawn');
      changeRows(at.home, (database) =>
        database
          .prepare('UPDATE old_writer_refusals SET refusals = 7, first_at = ?, last_at = ?')
          .run(Date.now(), Date.now()),
      );
      writeFileSync(
        path.join(at.home, 'config.json'),
        JSON.stringify({
          dispatch: { tickMs: 'often' },
          agents: { ghost: { protocol: 'acp', command: 'no-such-program-anywhere' } },
        }),
      );
      mkdirSync(path.join(at.home, 'worktrees', 'gone-1', 'task-1'), { recursive: true });
      chmodSync(at.home, 0o755);
      const { of, ok } = await doctor();
      expect(of(`Daemon ${owner}`)).toMatchObject({
        state: 'warn',
        message: expect.stringContaining('killed'),
        nextStep: expect.stringContaining(`fleetboard serve --port ${at.port}`),
      });
      expect(of('Processes').message).toContain(String(left.pid));
      expect(of('Old writers').message).toContain('7 times');
      expect(of('Settings').message).toContain('dispatch.tickMs');
      expect(of('Agent ghost')).toMatchObject({
        state: 'warn',
        message: expect.stringContaining('no-such-program-anywhere'),
      });
      expect(of('Worktrees')).toMatchObject({ state: 'warn' });
      expect(of('Home')).toMatchObject({ state: 'warn', message: expect.stringContaining('755') });
      expect(ok).toBe(true);
    } finally {
      left.kill('SIGKILL');
    }
  });

  it('tells a damaged database, a newer one, and a token that others can read', async () => {
    await serveOnce();
    chmodSync(path.join(at.home, `api-${at.port}.token`), 0o644);
    changeRows(at.home, (database) => database.pragma('user_version = 999'));
    const newer = await doctor();
    expect(newer.of('Schema')).toMatchObject({
      state: 'fail',
      message: expect.stringContaining('999'),
    });
    expect(newer.of('Tokens')).toMatchObject({ state: 'fail' });
    expect(newer.ok).toBe(false);
    truncateSync(path.join(at.home, 'fleetboard.db'), 5_000);
    const damaged = await doctor();
    expect(damaged.of('Database')).toMatchObject({ state: 'fail' });
    expect(damaged.of('Database').nextStep).toContain('backup');
  });
});
