import { fullNameOf, type OpenedPull, type PullToOpen } from '../forge.ts';
import { incomplete } from '../forge-failures.ts';
import type { GitHubRequests } from './github-requests.ts';
import { findByBranch, pathOf } from './pull-questions.ts';
import { pullSchema, summaryOf } from './schemas.ts';

/** One open pull request per branch, however often this is asked. */
export async function openPull(requests: GitHubRequests, pull: PullToOpen): Promise<OpenedPull> {
  const present = await findByBranch(requests, pull);
  if (present.outcome === 'found') return { outcome: 'already_open', pull: present.pull };
  if (present.outcome !== 'none') return present;
  const { repository, headBranch, baseBranch, title, body } = pull;
  const what = `pull requests of ${fullNameOf(repository)}`;
  const answer = await requests.write(
    'POST /repos/{owner}/{repo}/pulls',
    { ...pathOf(repository), head: headBranch, base: baseBranch, title, body },
    what,
  );
  if (answer.outcome === 'answered') {
    const opened = pullSchema.safeParse(answer.data);
    if (opened.success) return { outcome: 'opened', pull: summaryOf(opened.data) };
  }
  // Somebody else may have opened it in between, or the answer to this request was lost.
  const mayBeThere =
    answer.outcome === 'answered' ||
    answer.outcome === 'unavailable' ||
    answer.outcome === 'incomplete' ||
    (answer.outcome === 'declined' && answer.status === 422);
  if (mayBeThere) {
    const found = await findByBranch(requests, pull);
    if (found.outcome === 'found') return { outcome: 'already_open', pull: found.pull };
  }
  switch (answer.outcome) {
    case 'answered':
      return incomplete(requests.host, `the new one among ${what}`);
    case 'declined':
      return answer.failure;
    default:
      return answer;
  }
}
