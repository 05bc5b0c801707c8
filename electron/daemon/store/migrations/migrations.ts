import { queue } from './0001-queue.ts';
import { ownership } from './0002-ownership.ts';
import type { Migration } from './migration.ts';

/** Every step, in order; the last one's version is the version of the file. */
export const MIGRATIONS: readonly Migration[] = [queue, ownership];
