// A process that works off what is queued in one of the queues, and reports how long that took.
import Database from 'better-sqlite3';
import { Queue as BullQueue, Worker as BullWorker } from 'bullmq';
import { better, defineQueue, defineWorker } from 'plainjob';
import { assertNever } from '../../../shared/assert-never.ts';
import type { DrainReport, DrainRun } from './drain-run.ts';
import { DrainWatch } from './drain-watch.ts';
import { IdleDispatcher } from './idle-dispatcher.ts';
import { addQueued } from './queue-file.ts';

const SILENT = { error() {}, warn() {}, info() {}, debug() {} };

process.on('message', (run: DrainRun) => {
  void drain(run).then((report) => process.send?.(report));
});

/** A queue that is up, and empty. */
interface RunningQueue {
  /** Queues twice as many, and works them off. */
  drain(count: number): Promise<DrainReport>;
  close(): Promise<void>;
}

/** All of a queue is over when it reports, so that nothing is left to do in the time of another. */
async function drain(run: DrainRun): Promise<DrainReport> {
  const queue = await start(run);
  await queue.drain(run.warmUp);
  const report = await queue.drain(run.count);
  await queue.close();
  return report;
}

async function start(run: DrainRun): Promise<RunningQueue> {
  switch (run.queue) {
    case 'fleetboard':
      return startFleetboard(run);
    case 'plainjob':
      return startPlainjob(run);
    case 'bullmq':
      return startBullmq(run);
    default:
      return assertNever(run.queue);
  }
}

function startFleetboard(run: DrainRun): RunningQueue {
  let watch: DrainWatch | null = null;
  const queue = new IdleDispatcher({
    ...run,
    onPrompt: () => {},
    onSettled: () => watch?.done(),
    onCommit: () => {},
  });
  return {
    drain(count) {
      watch = new DrainWatch(count);
      addQueued(run.file, run.owner, 2 * count);
      watch.start();
      queue.dispatcher.kick();
      return watch.drained;
    },
    close: () => queue.stop(),
  };
}

function startPlainjob(run: DrainRun): RunningQueue {
  const database = new Database(run.file);
  const queue = defineQueue({ connection: better(database), logger: SILENT });
  // It sets NORMAL for itself.
  database.pragma(`synchronous = ${run.synchronous}`);
  return {
    async drain(count) {
      queue.addMany(
        'bench',
        Array.from({ length: 2 * count }, () => ({ prompt: 'echo' })),
      );
      const watch = new DrainWatch(count);
      const worker = defineWorker('bench', () => {}, {
        queue,
        logger: SILENT,
        onCompleted: () => watch.done(),
      });
      watch.start();
      const stopped = worker.start();
      const report = await watch.drained;
      await worker.stop();
      await stopped;
      return report;
    },
    close: async () => queue.close(),
  };
}

async function startBullmq(run: DrainRun): Promise<RunningQueue> {
  const connection = { host: '127.0.0.1', port: run.redisPort, maxRetriesPerRequest: null };
  const queue = new BullQueue('bench', { connection });
  await queue.obliterate({ force: true });
  return {
    async drain(count) {
      await queue.addBulk(
        Array.from({ length: 2 * count }, () => ({ name: 'bench', data: { prompt: 'echo' } })),
      );
      const watch = new DrainWatch(count);
      const worker = new BullWorker('bench', async () => {}, {
        connection,
        concurrency: run.concurrency,
        autorun: false,
      });
      worker.on('completed', () => watch.done());
      await worker.waitUntilReady();
      watch.start();
      void worker.run();
      const report = await watch.drained;
      await worker.close();
      return report;
    },
    close: () => queue.close(),
  };
}
