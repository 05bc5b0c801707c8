import type { PullStatus } from '../../../shared/pulls.ts';

/** While a pull request is none of these, nobody asks the forge about it. */
export const FOLLOWED: ReadonlySet<PullStatus> = new Set([
  'publishing',
  'open',
  'merge_ready',
  'continuing',
  'merging',
]);
