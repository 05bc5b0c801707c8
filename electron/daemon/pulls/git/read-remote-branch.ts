import { type OpenRepository, openRepository } from '../../loops/git/open-repository.ts';
import { git } from '../../workers/worktrees/git.ts';
import { gitAtRemote } from './git-at-remote.ts';
import { type RemoteGitRefused, refusedAtRemote, whyNotAtRemote } from './remote-refusal.ts';

export interface RemoteBranchQuestion {
  /** Any folder of a checkout. */
  readonly repository: string;
  readonly remote: string;
  readonly branch: string;
}

export type RemoteBranch =
  | { readonly outcome: 'found'; readonly commit: string }
  | { readonly outcome: 'absent' }
  | RemoteGitRefused;

const LONGEST_READ_MS = 2 * 60_000;

/** Where a branch is at the place that a push would go to. */
export async function readRemoteBranch(question: RemoteBranchQuestion): Promise<RemoteBranch> {
  const opened = await openRepository(question.repository);
  if (opened.outcome === 'refused') {
    return refusedAtRemote('not_a_repository', opened.refusal.message, opened.refusal.nextStep);
  }
  return branchAt(opened, question);
}

export async function branchAt(
  repository: OpenRepository,
  { remote, branch }: Pick<RemoteBranchQuestion, 'remote' | 'branch'>,
): Promise<RemoteBranch> {
  const reference = `refs/heads/${branch}`;
  const place = await pushAddress(repository, remote);
  const ran = await gitAtRemote(repository, ['ls-remote', '--', place, reference], {
    longestMs: LONGEST_READ_MS,
  });
  if (ran.outcome !== 'succeeded') return whyNotAtRemote(remote, `read "${branch}"`, ran);
  // Git lists every reference that ends like this, and what a hook or ssh says stands among them.
  const commit = ran.output
    .split('\n')
    .map((line) => /^([0-9a-f]{40}|[0-9a-f]{64})\t(.+)$/.exec(line))
    .find((found) => found?.[2] === reference)?.[1];
  return commit === undefined ? { outcome: 'absent' } : { outcome: 'found', commit };
}

/** Its name where fetching and pushing go to the same place, so that all its settings hold. */
async function pushAddress({ top }: OpenRepository, remote: string): Promise<string> {
  const pushes = await git(top, 'remote', 'get-url', '--push', remote);
  const fetches = await git(top, 'remote', 'get-url', remote);
  const isOther = pushes.ok && fetches.ok && pushes.output !== fetches.output;
  return isOther ? pushes.output : remote;
}
