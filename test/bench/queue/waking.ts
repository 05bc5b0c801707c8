import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../helpers/free-port.ts';
import type { DaemonOrder } from './daemon-run.ts';
import type { LatencyAnswer, LatencyOrder, LatencyRole } from './latency-run.ts';
import { addQueued, type QueueFiles } from './queue-file.ts';
import { median, printComparisons, printValues, quantile } from './ratios.ts';
import { inRounds } from './store-level.ts';
import { answerOf, forkProgram } from './store-run.ts';

const OWNER = '127.0.0.1:7455';
const BETWEEN_MS = 10;
const QUEUED = 10_000;

export interface WakingSize {
  readonly rounds: number;
  readonly samples: number;
  readonly idleForMs: number;
  readonly timersForMs: number;
}

/** How soon an idle queue starts what is queued. */
export async function compareWaking(
  files: QueueFiles,
  folder: string,
  { rounds, samples }: WakingSize,
): Promise<void> {
  const dispatcherFile = files.create([], 0);
  const floorFile = files.create([], 0);
  const socket = path.join(folder, 'floor.sock');
  const programs: ChildProcess[] = [];
  const start = async (role: LatencyRole) => {
    const program = forkProgram('latency-runner');
    programs.push(program);
    program.send(role);
    await answerOf(program);
    return program;
  };
  try {
    const dispatcher = await start({ role: 'dispatcher', file: dispatcherFile, owner: OWNER });
    const floor = await start({ role: 'floor', file: floorFile, owner: OWNER, socket });
    const writer = await start({
      role: 'writer',
      dispatcherFile,
      floorFile,
      owner: OWNER,
      socket,
    });
    const inProcess: number[] = [];
    const outside = { p50: [] as number[], p95: [] as number[] };
    const bare = { p50: [] as number[], p95: [] as number[] };
    const pings: number[] = [];
    await inRounds(rounds, async (keep) => {
      const here = await sampled(samples, () => oneHere(dispatcher));
      const there = await sampled(samples, () => oneThere('to dispatcher', writer, dispatcher));
      const byHand = await sampled(samples, () => oneThere('to floor', writer, floor));
      const ping = await sampled(samples, async () => {
        writer.send('ping' satisfies LatencyOrder);
        return (await answerOf<LatencyAnswer>(writer)).at;
      });
      if (!keep) return;
      inProcess.push(median(here));
      outside.p50.push(median(there));
      outside.p95.push(quantile(there, 0.95));
      bare.p50.push(median(byHand));
      bare.p95.push(quantile(byHand, 0.95));
      pings.push(median(ping));
    });
    printValues(
      `From enqueue to the start of the handler, idle, FULL, ${samples} samples a round`,
      [
        { name: 'in process, p50', values: inProcess, unit: 'ms', target: { atMost: 1 } },
        { name: 'a byte to the other process and back, p50', values: pings, unit: 'ms' },
      ],
    );
    printComparisons(
      'From another process, against the same by hand: bare insert, a byte through a socket, bare claim',
      'socket',
      [
        { name: 'p50', ours: outside.p50, theirs: bare.p50, unit: 'ms', target: { atMost: 2 } },
        { name: 'p95', ours: outside.p95, theirs: bare.p95, unit: 'ms', target: { atMost: 2 } },
      ],
    );
  } finally {
    for (const program of programs) program.kill();
  }
}

/** What an idle daemon costs, and how late its timers are while much is queued. */
export async function measureDaemon(
  folder: string,
  { rounds, idleForMs, timersForMs }: WakingSize,
): Promise<void> {
  const home = path.join(folder, 'home');
  mkdirSync(home);
  const daemon = forkProgram('daemon-runner', home, `${await freePort()}`);
  const ask = async (order: DaemonOrder) => {
    daemon.send(order);
    return answerOf<number>(daemon);
  };
  try {
    const owner = await answerOf<string>(daemon);
    const cpu: number[] = [];
    await inRounds(rounds, async (keep) => {
      const percent = await ask({ idleForMs: idleForMs / rounds });
      if (keep) cpu.push(percent);
    });
    const late = ask({ timersForMs });
    addQueued(path.join(home, 'fleetboard.db'), owner, QUEUED);
    printValues('A real daemon', [
      {
        name: `processor while idle, ${idleForMs / 1_000} s`,
        values: cpu,
        unit: '%',
        target: { atMost: 0.2 },
      },
      {
        name: `latest timer while ${QUEUED} tasks are queued and worked at, ${timersForMs / 1_000} s`,
        values: [await late],
        unit: 'ms',
        target: { atMost: 50 },
      },
    ]);
  } finally {
    const gone = once(daemon, 'exit');
    if (daemon.connected) daemon.send('stop' satisfies DaemonOrder);
    await gone;
  }
}

async function sampled(samples: number, one: () => Promise<number>): Promise<readonly number[]> {
  const values: number[] = [];
  for (let index = 0; index < samples; index += 1) {
    values.push(await one());
    // Until what follows a start is over: idle is what is measured.
    await pause(BETWEEN_MS);
  }
  return values;
}

async function oneHere(dispatcher: ChildProcess): Promise<number> {
  dispatcher.send('in process' satisfies LatencyOrder);
  return (await answerOf<LatencyAnswer>(dispatcher)).at;
}

async function oneThere(
  order: LatencyOrder,
  writer: ChildProcess,
  starter: ChildProcess,
): Promise<number> {
  const queued = answerOf<LatencyAnswer>(writer);
  const started = answerOf<LatencyAnswer>(starter);
  writer.send(order);
  const [from, to] = await Promise.all([queued, started]);
  if (from.id !== to.id) throw new Error(`${to.id} was started where ${from.id} was queued`);
  return to.at - from.at;
}
