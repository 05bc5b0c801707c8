import path from 'node:path';
import type { DrainReport, DrainRun } from './drain-run.ts';
import type { QueueFiles } from './queue-file.ts';
import { type Comparison, printComparisons, printValues } from './ratios.ts';
import { startRedis } from './redis.ts';
import { type BenchSize, inRounds } from './store-level.ts';
import { answerOf, forkProgram } from './store-run.ts';

const OWNER = '127.0.0.1:7455';
const CONCURRENCY = 64;

/** Whole queues, each with its own way from a queued task to a done one, and a handler that does nothing. */
export async function compareQueues(
  files: QueueFiles,
  folder: string,
  size: BenchSize & { readonly drained: number },
): Promise<void> {
  const redis = await startRedis(folder);
  const runner = forkProgram('drain-runner');
  // Those that are compared stand side by side: from one second to the next a shared machine is another one.
  const cases = [
    { queue: 'plainjob', synchronous: 'NORMAL' },
    { queue: 'fleetboard', synchronous: 'NORMAL' },
    { queue: 'plainjob', synchronous: 'FULL' },
    { queue: 'fleetboard', synchronous: 'FULL' },
    ...(redis === null ? [] : [{ queue: 'bullmq', synchronous: 'FULL' } as const]),
  ] as const;
  const measured = cases.map((row) => ({ ...row, rates: [] as number[], lateMs: [] as number[] }));
  try {
    let made = 0;
    await inRounds(size.rounds, async (keep, inTurn) => {
      for (const { queue, synchronous, rates, lateMs } of inTurn(measured)) {
        made += 1;
        const file =
          queue === 'fleetboard'
            ? files.create([OWNER], size.drained)
            : path.join(folder, `${queue}-${made}.db`);
        const run: DrainRun = {
          queue,
          synchronous,
          file,
          redisPort: redis?.port ?? 0,
          owner: OWNER,
          count: size.drained,
          concurrency: CONCURRENCY,
        };
        runner.send(run);
        const report = await answerOf<DrainReport>(runner);
        files.remove(file);
        if (!keep) continue;
        rates.push((size.drained / report.elapsedMs) * 1_000);
        lateMs.push(report.lateMs);
      }
    });
  } finally {
    if (runner.connected) runner.disconnect();
    await redis?.stop();
  }

  const rates = (queue: DrainRun['queue'], synchronous: string) =>
    measured.find((row) => row.queue === queue && row.synchronous === synchronous)?.rates ?? [];
  const against = (
    name: string,
    queue: DrainRun['queue'],
    synchronous: 'NORMAL' | 'FULL',
    atLeast: number,
  ): Comparison => ({
    name,
    ours: rates('fleetboard', synchronous),
    theirs: rates(queue, synchronous),
    unit: '/s',
    target: { atLeast },
  });
  printComparisons(
    `Dispatcher with an executor that does nothing, ${size.drained} tasks, ${CONCURRENCY} at a time`,
    'theirs',
    [
      against('plainjob, NORMAL', 'plainjob', 'NORMAL', 1.5),
      against('plainjob, FULL', 'plainjob', 'FULL', 1.1),
      ...(redis === null
        ? []
        : [against('BullMQ, appendfsync always; FULL', 'bullmq', 'FULL', 1.2)]),
    ],
  );
  if (redis === null) console.log('BullMQ was not measured: there is no redis-server on PATH.');
  printValues(
    'The latest timer of the process meanwhile',
    measured.map(({ queue, synchronous, lateMs }) => ({
      name: `${queue}, ${synchronous}`,
      values: lateMs,
      unit: 'ms',
      ...(queue === 'fleetboard' && { target: { atMost: 50 } }),
    })),
  );
}
