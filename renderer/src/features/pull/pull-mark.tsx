import { pullMark } from '../../../../shared/pull-words.ts';
import type { RunPull } from '../../../../shared/pulls.ts';

/** Where it stands. Approved at an exact head with green checks is the one thing to see at a glance. */
export function PullMark({ pull }: { pull: RunPull }) {
  const isMergeReady = pull.status === 'merge_ready';
  return (
    <span
      title={isMergeReady ? (pull.approvedHead ?? undefined) : undefined}
      className={
        isMergeReady
          ? 'rounded-sm bg-done-wash px-1 font-medium text-done-ink'
          : 'font-medium text-ink-2'
      }
    >
      {pullMark(pull)}
    </span>
  );
}
