import path from 'node:path';
import type { DrainReport, DrainRun } from './drain-run.ts';
import type { QueueFiles } from './queue-file.ts';
import { printComparisons, printValues } from './ratios.ts';
import { startRedis } from './redis.ts';
import { type BenchSize, inRounds } from './store-level.ts';
import { answerOf, forkProgram, type Synchronous } from './store-run.ts';

const OWNER = '127.0.0.1:7455';
const CONCURRENCY = 64;
const LONGEST_LATE_MS = 50;
/** Some hundred transactions: the daemon's thread for checkpoints is there, and statements are prepared. */
const WARM_UP = 1_000;
/** A round of these takes a second, one of the others up to twenty: here there is time for more. */
const MORE_ROUNDS = 3;

/** Two queues of which one is ours, side by side: from one second to the next a shared machine is another one. */
interface Pair {
  readonly title: string;
  readonly queue: Exclude<DrainRun['queue'], 'fleetboard'>;
  readonly synchronous: Synchronous;
  readonly rounds: number;
  readonly atLeast: number;
}

/** One value per round of each. */
interface Rates {
  readonly starting: number[];
  readonly steady: number[];
  readonly lateMs: number[];
}

/**
 * Whole queues, each with its own way from a queued task to a done one, and a handler that does nothing. The targets are
 * for what is worked off from a standing start, as they always were; what comes behind it shows how much of that is the
 * start.
 */
export async function compareQueues(
  files: QueueFiles,
  folder: string,
  size: BenchSize & { readonly drained: number },
): Promise<void> {
  const redis = await startRedis(folder);
  const { rounds } = size;
  const pairs: readonly Pair[] = [
    { title: 'plainjob, NORMAL', queue: 'plainjob', synchronous: 'NORMAL', rounds, atLeast: 1.5 },
    { title: 'plainjob, FULL', queue: 'plainjob', synchronous: 'FULL', rounds, atLeast: 1.1 },
    {
      title: 'BullMQ, appendfsync always; FULL',
      queue: 'bullmq',
      synchronous: 'FULL',
      rounds: MORE_ROUNDS * rounds,
      atLeast: 1.2,
    },
  ];
  const measured: (Pair & { readonly ours: Rates; readonly theirs: Rates })[] = [];
  try {
    for (const pair of pairs) {
      if (pair.queue === 'bullmq' && redis === null) continue;
      const run = { count: size.drained, redisPort: redis?.port ?? 0 };
      measured.push({ ...pair, ...(await measurePair(files, folder, pair, run)) });
    }
  } finally {
    await redis?.stop();
  }

  const heading = `Dispatcher with an executor that does nothing, ${CONCURRENCY} at a time, ${size.drained} tasks`;
  printComparisons(
    `${heading} from a standing start`,
    'theirs',
    measured.map(({ title: name, ours, theirs, atLeast }) => ({
      name,
      ours: ours.starting,
      theirs: theirs.starting,
      unit: '/s',
      target: { atLeast },
    })),
  );
  printComparisons(
    `${heading} behind those`,
    'theirs',
    measured.map(({ title: name, ours, theirs }) => ({
      name,
      ours: ours.steady,
      theirs: theirs.steady,
      unit: '/s',
    })),
  );
  if (redis === null) console.log('BullMQ was not measured: there is no redis-server on PATH.');
  printValues(
    'The latest timer of the process meanwhile',
    measured.flatMap(({ title: name, ours, theirs }) => [
      { name, values: theirs.lateMs, unit: 'ms' },
      {
        name: `ours beside ${name}`,
        values: ours.lateMs,
        unit: 'ms',
        target: { atMost: LONGEST_LATE_MS },
      },
    ]),
  );
}

/** Each has a process of its own, as in use: in one that is shared, each is compiled for what both of them do. */
async function measurePair(
  files: QueueFiles,
  folder: string,
  { queue, synchronous, rounds }: Pair,
  run: Pick<DrainRun, 'count' | 'redisPort'>,
): Promise<{ readonly ours: Rates; readonly theirs: Rates }> {
  const contenders = [
    contender('fleetboard', () => files.create([], 0)),
    contender(queue, () => path.join(folder, `${queue}.db`)),
  ] as const;
  const [ours, theirs] = contenders;
  try {
    await inRounds(rounds, async (keep, inTurn) => {
      for (const { name, runner, newFile, rates } of inTurn(contenders)) {
        const file = newFile();
        const drain: DrainRun = {
          ...run,
          queue: name,
          synchronous,
          file,
          owner: OWNER,
          warmUp: WARM_UP,
          concurrency: CONCURRENCY,
        };
        runner.send(drain);
        const report = await answerOf<DrainReport>(runner);
        files.remove(file);
        if (!keep) continue;
        rates.starting.push((run.count / report.startingMs) * 1_000);
        rates.steady.push((run.count / report.steadyMs) * 1_000);
        rates.lateMs.push(report.lateMs);
      }
    });
  } finally {
    for (const { runner } of contenders) if (runner.connected) runner.disconnect();
  }
  return { ours: ours.rates, theirs: theirs.rates };
}

function contender(name: DrainRun['queue'], newFile: () => string) {
  const rates: Rates = { starting: [], steady: [], lateMs: [] };
  return { name, newFile, rates, runner: forkProgram('drain-runner') };
}
