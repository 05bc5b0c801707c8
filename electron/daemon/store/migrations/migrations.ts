import { queue } from './0001-queue.ts';
import { ownership } from './0002-ownership.ts';
import { fleet } from './0003-fleet.ts';
import { openRows } from './0004-open-rows.ts';
import { runs } from './0005-runs.ts';
import { pulls } from './0006-pulls.ts';
import { taskCosts } from './0007-task-costs.ts';
import { comparedChecks } from './0008-compared-checks.ts';
import { waitingEvents } from './0009-waiting-events.ts';
import type { Migration } from './migration.ts';

/** Every step, in order; the last one's version is the version of the file. */
export const MIGRATIONS: readonly Migration[] = [
  queue,
  ownership,
  fleet,
  openRows,
  runs,
  pulls,
  taskCosts,
  comparedChecks,
  waitingEvents,
];
