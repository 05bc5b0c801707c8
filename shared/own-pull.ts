import { assertNever } from './assert-never.ts';
import type { RunPull } from './pulls.ts';

/**
 * Whether a run has a pull request on the forge that is its own: then it is continued, merged there or released, and
 * nothing is merged or discarded here.
 */
export function ownsOpenPull(
  pull: Pick<RunPull, 'status' | 'number' | 'ownedByOther'> | null,
): boolean {
  if (pull === null || pull.number === null || pull.ownedByOther !== null) return false;
  switch (pull.status) {
    case 'publishing':
    case 'open':
    case 'merge_ready':
    case 'continuing':
    case 'merging':
      return true;
    case 'merged':
    case 'closed':
    case 'released':
      return false;
    default:
      return assertNever(pull.status);
  }
}
