import type { PullWords, UpdatedPull } from '../forge.ts';
import type { GitHubRequests } from './github-requests.ts';
import { pathOf, readOnePull, whatPull } from './pull-questions.ts';
import { summaryOf } from './schemas.ts';

/** Changes what an open pull request says, where it says something else. */
export async function updatePull(requests: GitHubRequests, words: PullWords): Promise<UpdatedPull> {
  const { repository, number, title, body } = words;
  const present = await readOnePull(requests, { repository, number, isConditional: false });
  if (present.outcome !== 'read') return present;
  const { state } = summaryOf(present.value);
  if (state !== 'open') return { outcome: 'not_open', state };
  if (present.value.title === title && (present.value.body ?? '') === body) {
    return { outcome: 'up_to_date' };
  }
  const answer = await requests.write(
    'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
    { ...pathOf(repository), pull_number: number, title, body },
    whatPull(words),
  );
  if (answer.outcome === 'answered') return { outcome: 'updated' };
  return answer.outcome === 'declined' ? answer.failure : answer;
}
