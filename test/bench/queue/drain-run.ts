import type { Synchronous } from './store-run.ts';

export interface DrainRun {
  readonly queue: 'fleetboard' | 'plainjob' | 'bullmq';
  /** Of SQLite; BullMQ syncs its log at every write. */
  readonly synchronous: Synchronous;
  readonly file: string;
  readonly redisPort: number;
  readonly owner: string;
  /** How many are worked off before those that count are queued. */
  readonly warmUp: number;
  /** How many are timed from a standing start. As many more are timed behind them. */
  readonly count: number;
  /** Tasks at work at the same time, where the queue can do more than one. */
  readonly concurrency: number;
}

export interface DrainReport {
  /** From the start until `count` are done. */
  readonly startingMs: number;
  /** For the next `count`. */
  readonly steadyMs: number;
  /** How late the latest timer of the process came meanwhile. */
  readonly lateMs: number;
}
