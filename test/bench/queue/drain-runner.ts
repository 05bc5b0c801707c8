// A process that works off what is queued in one of the queues, and reports how long that took.
import Database from 'better-sqlite3';
import { Queue as BullQueue, Worker as BullWorker } from 'bullmq';
import { better, defineQueue, defineWorker } from 'plainjob';
import type { DrainReport, DrainRun } from './drain-run.ts';
import { IdleDispatcher } from './idle-dispatcher.ts';
import { LateTimers } from './late-timers.ts';

const SILENT = { error() {}, warn() {}, info() {}, debug() {} };

process.on('message', (run: DrainRun) => {
  void drain(run).then((report) => process.send?.(report));
});

async function drain(run: DrainRun): Promise<DrainReport> {
  switch (run.queue) {
    case 'fleetboard':
      return drainFleetboard(run);
    case 'plainjob':
      return drainPlainjob(run);
    case 'bullmq':
      return drainBullmq(run);
  }
}

async function drainFleetboard(run: DrainRun): Promise<DrainReport> {
  const { promise: drained, done } = countdown(run.count);
  const queue = new IdleDispatcher({
    ...run,
    onPrompt: () => {},
    onSettled: done,
    onCommit: () => {},
  });
  const timers = new LateTimers();
  const startedAt = performance.now();
  queue.dispatcher.kick();
  await drained;
  const elapsedMs = performance.now() - startedAt;
  const lateMs = timers.stop();
  await queue.stop();
  return { elapsedMs, lateMs };
}

async function drainPlainjob(run: DrainRun): Promise<DrainReport> {
  const database = new Database(run.file);
  const queue = defineQueue({ connection: better(database), logger: SILENT });
  // It sets NORMAL for itself.
  database.pragma(`synchronous = ${run.synchronous}`);
  queue.addMany(
    'bench',
    Array.from({ length: run.count }, () => ({ prompt: 'echo' })),
  );
  const { promise: drained, done } = countdown(run.count);
  const worker = defineWorker('bench', () => {}, { queue, logger: SILENT, onCompleted: done });
  const timers = new LateTimers();
  const startedAt = performance.now();
  const stopped = worker.start();
  await drained;
  const elapsedMs = performance.now() - startedAt;
  const lateMs = timers.stop();
  await worker.stop();
  await stopped;
  queue.close();
  return { elapsedMs, lateMs };
}

async function drainBullmq(run: DrainRun): Promise<DrainReport> {
  const connection = { host: '127.0.0.1', port: run.redisPort, maxRetriesPerRequest: null };
  const queue = new BullQueue('bench', { connection });
  await queue.obliterate({ force: true });
  await queue.addBulk(
    Array.from({ length: run.count }, () => ({ name: 'bench', data: { prompt: 'echo' } })),
  );
  const { promise: drained, done } = countdown(run.count);
  const worker = new BullWorker('bench', async () => {}, {
    connection,
    concurrency: run.concurrency,
    autorun: false,
  });
  worker.on('completed', done);
  await worker.waitUntilReady();
  const timers = new LateTimers();
  const startedAt = performance.now();
  void worker.run();
  await drained;
  const elapsedMs = performance.now() - startedAt;
  const lateMs = timers.stop();
  await worker.close();
  await queue.close();
  return { elapsedMs, lateMs };
}

function countdown(count: number): { promise: Promise<void>; done: () => void } {
  let left = count;
  let finish = () => {};
  const promise = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return {
    promise,
    done() {
      left -= 1;
      if (left === 0) finish();
    },
  };
}
