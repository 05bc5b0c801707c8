import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DispatchLimits } from '../../shared/configuration.ts';
import { errorsInLog } from '../helpers/daemon-log.ts';
import { readRows } from '../helpers/database-reader.ts';
import { freePort } from '../helpers/free-port.ts';
import { DaemonUnderFire } from './daemon-under-fire.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { type AcknowledgedTask, violationsIn } from './judge.ts';
import { type PlannedTask, planOf, randomOf } from './plan.ts';

export interface ChaosRequest {
  readonly home: string;
  readonly seed: number;
  /** How long daemons are killed; afterwards the rest of the work is waited for. */
  readonly durationMs: number;
  /** On a slow machine it takes as long as these take. */
  readonly leastKills: number;
  readonly tasksPerDaemon: number;
  readonly killEveryMs: { readonly from: number; readonly to: number };
  readonly say: (line: string) => void;
}

export interface ChaosResult {
  readonly violations: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

const DAEMONS = 3;
const LIMITS: Partial<DispatchLimits> = {
  leaseMs: 2_000,
  tickMs: 250,
  maxConcurrentWorkers: 4,
  failureLimit: 4,
  backoffBaseMs: 50,
};
/** A second kill this early meets a daemon that still clears up after the first. */
const DURING_RECOVERY_MS = 700;
const LOOK_EVERY_MS = 200;
const LONGEST_DRAIN_MS = 300_000;

/** Daemons that share one file, work for all of them, and somebody who kills them. */
export async function runChaos(request: ChaosRequest): Promise<ChaosResult> {
  const { home, seed, durationMs, tasksPerDaemon, say } = request;
  const witnessFolder = path.join(home, 'witness');
  mkdirSync(witnessFolder, { recursive: true });
  writeFileSync(path.join(home, 'config.json'), JSON.stringify({ dispatch: LIMITS }));
  const plan = planOf({
    seed,
    daemons: DAEMONS,
    tasksPerDaemon,
    witnessFolder,
    enqueueMs: durationMs * 0.85,
    leaseMs: LIMITS.leaseMs ?? 0,
    // So that the work fits into the time, with as much again for what is done twice.
    longestMs: (1.2 * durationMs) / tasksPerDaemon + 1_000,
  });
  const ports = [];
  for (let index = 0; index < DAEMONS; index += 1) ports.push(await freePort());
  const daemons = ports.map((port) => new DaemonUnderFire(home, port));
  const startedAt = performance.now();
  try {
    await Promise.all(daemons.map((daemon) => daemon.untilReady()));
    const [acknowledged, kills] = await Promise.all([
      Promise.all(
        daemons.map((daemon, index) =>
          enqueueAll(
            home,
            daemon,
            plan.filter((task) => task.daemon === index),
          ),
        ),
      ),
      killAtRandom(request, daemons),
    ]);
    say(`killing is over after ${kills.total} kills; waiting for the rest of the work`);
    const drainedAt = performance.now();
    await untilSettled(home);
    const drainMs = performance.now() - drainedAt;
    const exits = await Promise.all(daemons.map((daemon) => daemon.stop()));
    const evidence = evidenceOf(home, witnessFolder);
    const violations = [
      ...violationsIn(evidence, acknowledged.flat()),
      ...daemons.flatMap((daemon) => daemon.unexpectedEnds),
      ...exits.filter((code) => code !== 0).map((code) => `a daemon stopped with ${code}`),
      // Nothing was wrong with the disk or the file.
      ...errorsInLog(home).map((error) => `logged: ${error}`),
    ];
    return {
      violations,
      figures: {
        ...figuresOf(evidence),
        kills: kills.total,
        'kills during recovery': kills.duringRecovery,
        seconds: Math.round((performance.now() - startedAt) / 1_000),
        'seconds until all had ended after the last kill': Math.round(drainMs / 1_000),
      },
    };
  } finally {
    for (const daemon of daemons) await daemon.destroy();
  }
}

/** Asks as a client does that must not lose a task nor enqueue it twice, whenever the daemon is killed. */
async function enqueueAll(
  home: string,
  daemon: DaemonUnderFire,
  plan: readonly PlannedTask[],
): Promise<readonly AcknowledgedTask[]> {
  const startedAt = performance.now();
  const acknowledged: AcknowledgedTask[] = [];
  for (const task of plan) {
    await pause(Math.max(0, startedAt + task.atMs - performance.now()));
    acknowledged.push({ ...task, taskId: await enqueue(home, daemon, task), owner: daemon.owner });
  }
  return acknowledged;
}

async function enqueue(home: string, daemon: DaemonUnderFire, task: PlannedTask): Promise<string> {
  for (;;) {
    await daemon.untilReady();
    const taskId = await daemon.enqueue({
      kind: task.kind,
      agent: 'command',
      folder: home,
      prompt: task.prompt,
      profile: 'careful',
      shape: 'scout',
    });
    if (taskId !== null) return taskId;
    // Killed before it answered: the task is there or it is not.
    const [row] = readRows<{ id: string }>(
      home,
      'SELECT id FROM dispatch_tasks WHERE prompt = ?',
      task.prompt,
    );
    if (row !== undefined) return row.id;
  }
}

async function killAtRandom(
  { seed, durationMs, leastKills, killEveryMs: { from, to }, say }: ChaosRequest,
  daemons: readonly DaemonUnderFire[],
): Promise<{ readonly total: number; readonly duringRecovery: number }> {
  const random = randomOf(seed + 1);
  const until = performance.now() + durationMs;
  let total = 0;
  let duringRecovery = 0;
  for (;;) {
    await pause(from + random() * (to - from));
    if (total >= leastKills && performance.now() > until) return { total, duringRecovery };
    // On a slow machine most would otherwise be killed before they had done anything.
    await Promise.race(daemons.map((daemon) => daemon.untilReady()));
    const ready = daemons.filter((daemon) => daemon.isReady);
    const daemon = ready[Math.floor(random() * ready.length)];
    if (daemon === undefined) continue;
    await daemon.killAndStart();
    total += 1;
    if (random() < 0.2) {
      await pause(random() * DURING_RECOVERY_MS);
      if (!daemon.isReady) duringRecovery += 1;
      await daemon.killAndStart();
      total += 1;
    }
    if (total % 20 === 0) say(`${total} kills`);
  }
}

async function untilSettled(home: string): Promise<void> {
  const giveUpAt = performance.now() + LONGEST_DRAIN_MS;
  while (openTasks(home) > 0 && performance.now() < giveUpAt) await pause(LOOK_EVERY_MS);
}

function openTasks(home: string): number {
  const [row] = readRows<{ open: number }>(
    home,
    `SELECT count(*) AS open FROM dispatch_tasks
     WHERE status NOT IN ('done', 'failed', 'blocked', 'cancelled')`,
  );
  return row?.open ?? 0;
}

function figuresOf({
  tasks,
  audit,
  witnesses,
  events,
  sessions,
}: Evidence): Record<string, number> {
  const withStatus = (status: string) => tasks.filter((task) => task.status === status).length;
  const actions = (action: string) => audit.filter((entry) => entry.action === action).length;
  const lines = [...witnesses.values()].flat();
  const finished = lines.filter(({ word }) => word === 'finish').length;
  return {
    tasks: tasks.length,
    done: withStatus('done'),
    failed: withStatus('failed'),
    blocked: withStatus('blocked'),
    events: events.length,
    'boots of daemons that ran work': new Set(sessions.map((session) => session.boot_id)).size,
    claims: actions('dispatch.claimed'),
    'reclaimed after a kill': actions('dispatch.reclaimed'),
    'failed and tried again': actions('dispatch.requeued'),
    'stale results refused': actions('dispatch.stale_result'),
    'workers that began': lines.filter(({ word }) => word === 'start').length,
    'workers that finished': finished,
    'finished without a daemon to write it': finished - withStatus('done'),
  };
}
