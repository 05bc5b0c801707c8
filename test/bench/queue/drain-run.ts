import type { Synchronous } from './store-run.ts';

export interface DrainRun {
  readonly queue: 'fleetboard' | 'plainjob' | 'bullmq';
  /** Of SQLite; BullMQ syncs its log at every write. */
  readonly synchronous: Synchronous;
  readonly file: string;
  readonly redisPort: number;
  readonly owner: string;
  readonly count: number;
  /** Tasks at work at the same time, where the queue can do more than one. */
  readonly concurrency: number;
}

export interface DrainReport {
  readonly elapsedMs: number;
  /** How late the latest timer of the process came meanwhile. */
  readonly lateMs: number;
}
