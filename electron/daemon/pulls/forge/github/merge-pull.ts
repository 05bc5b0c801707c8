import type { MergedPull, PullToMerge } from '../forge.ts';
import { incomplete } from '../forge-failures.ts';
import type { GitHubRequests } from './github-requests.ts';
import { pathOf, readOnePull, whatPull } from './pull-questions.ts';
import { mergedSchema } from './schemas.ts';

/** Merges one exact head or nothing. */
export async function mergePull(requests: GitHubRequests, merge: PullToMerge): Promise<MergedPull> {
  const settled = await settledAlready(requests, merge);
  if (settled !== null) return settled;
  const { repository, number, headCommit, method } = merge;
  const what = whatPull(merge);
  const answer = await requests.write(
    'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
    { ...pathOf(repository), pull_number: number, sha: headCommit, merge_method: method },
    what,
  );
  if (answer.outcome === 'answered') {
    const merged = mergedSchema.safeParse(answer.data);
    if (merged.success) return { outcome: 'merged', commit: merged.data.sha };
  }
  const isRefused = answer.outcome === 'declined' && [405, 409].includes(answer.status);
  const isUnknown =
    answer.outcome === 'answered' ||
    answer.outcome === 'unavailable' ||
    answer.outcome === 'incomplete';
  // A refusal has the same status for different reasons; and a merge whose answer was lost was made all the same.
  if (isRefused || isUnknown) {
    const now = await settledAlready(requests, merge);
    if (now !== null && (now.outcome !== 'not_mergeable' || isRefused)) return now;
  }
  switch (answer.outcome) {
    case 'answered':
      return incomplete(requests.host, `the merge of ${what}`);
    case 'declined':
      return isRefused ? { outcome: 'not_mergeable', message: answer.message } : answer.failure;
    default:
      return answer;
  }
}

/** Why there is nothing to merge at this head, or why that cannot be told; null when there is. */
async function settledAlready(
  requests: GitHubRequests,
  merge: PullToMerge,
): Promise<MergedPull | null> {
  const { repository, number, headCommit: expected } = merge;
  const answer = await readOnePull(requests, { repository, number, isConditional: false });
  if (answer.outcome !== 'read') return answer;
  const { merged_at, merge_commit_sha, state, head } = answer.value;
  if (merged_at !== null) {
    return { outcome: 'already_merged', commit: merge_commit_sha, headCommit: head.sha };
  }
  if (head.sha !== expected) return { outcome: 'head_moved', expected, found: head.sha };
  if (state === 'open') return null;
  return { outcome: 'not_mergeable', message: `${whatPull(merge)} was closed without a merge.` };
}
