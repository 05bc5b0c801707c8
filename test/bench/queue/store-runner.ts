// A process that works on a queue for a while, and reports how much it did.

import { setTimeout as pause } from 'node:timers/promises';
import { orderedId } from '../../../electron/daemon/ordered-id.ts';
import { isLocked, nextPauseMs } from '../../../electron/daemon/store/locked.ts';
import { openDatabase } from '../../../electron/daemon/store/open-database.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { bareFloor } from './bare-floor.ts';
import type { QueueContender } from './queue-contender.ts';
import { storeContender } from './store-contender.ts';
import type { StoreRun, StoreRunReport } from './store-run.ts';

const HANDLER_MS = 2;

process.on('message', (run: StoreRun | 'go') => {
  if (run === 'go') return;
  void perform(run).then((report) => process.send?.(report));
});

async function perform(run: StoreRun): Promise<StoreRunReport> {
  const database = openDatabase({ file: run.file, binding: null });
  database.pragma(`synchronous = ${run.synchronous}`);
  const contender =
    run.contender === 'store'
      ? storeContender(database, run.owner)
      : bareFloor(database, run.owner);
  // Once before the clock starts: the store prepares a statement when it first needs it, the floor all of them at once.
  await workOnce(run, contender, []);
  process.send?.('ready');
  await new Promise((resolve) => process.once('message', resolve));
  const startedAt = now();
  const until = startedAt + run.forMs;
  const transitionMs: number[] = [];
  let done = 0;
  while (now() < until) {
    await workOnce(run, contender, transitionMs);
    done += 1;
  }
  const endedAt = now();
  contender.close();
  return { done, startedAt, endedAt, transitionMs };
}

async function workOnce(
  run: StoreRun,
  contender: QueueContender,
  transitionMs: number[],
): Promise<void> {
  switch (run.work) {
    case 'enqueue':
      await retried(() => contender.enqueue({ id: orderedId(), project: run.owner }));
      return;
    case 'cycle':
      return cycle(contender, run.owner, null, transitionMs);
    case 'handlers':
      return cycle(contender, run.owner, HANDLER_MS, transitionMs);
    case 'claim': {
      const before = performance.now();
      const task = await retried(() => contender.claim(run.owner));
      transitionMs.push(performance.now() - before);
      if (task === undefined) throw new Error('nothing left to claim');
      await retried(() => contender.complete(task));
      return;
    }
    default:
      assertNever(run.work);
  }
}

async function cycle(
  contender: QueueContender,
  project: string,
  handlerMs: number | null,
  transitionMs: number[],
): Promise<void> {
  const timed = async <Result>(step: () => Promise<Result> | Result): Promise<Result> => {
    if (handlerMs === null) return retried(step);
    const before = performance.now();
    const result = await retried(step);
    transitionMs.push(performance.now() - before);
    return result;
  };
  const task = await timed(() => contender.claim(project));
  if (task === undefined) throw new Error('nothing left to claim');
  await timed(() => contender.markRunning(task));
  if (handlerMs !== null) await pause(handlerMs);
  await timed(() => contender.complete(task));
}

/** The floor has no retry of its own: it gets the store's. */
function retried<Result>(step: () => Promise<Result> | Result): Promise<Result> | Result {
  try {
    return step();
  } catch (error) {
    if (!isLocked(error)) throw error;
    return pause(nextPauseMs()).then(() => retried(step));
  }
}

/** Milliseconds on a clock that all processes of the machine share. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
