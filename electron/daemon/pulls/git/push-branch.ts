import { type OpenRepository, openRepository } from '../../loops/git/open-repository.ts';
import { git } from '../../workers/worktrees/git.ts';
import { gitAtRemote } from './git-at-remote.ts';
import { branchAt, type RemoteBranchQuestion } from './read-remote-branch.ts';
import { type RemoteGitRefused, refusedAtRemote, whyNotAtRemote } from './remote-refusal.ts';
import { withoutPasswords } from './without-passwords.ts';

export interface BranchToPush extends RemoteBranchQuestion {
  /** All its digits. */
  readonly commit: string;
  /** Where the branch must be at the remote for it to be moved; null when it must not be there. */
  readonly expectedRemote: string | null;
}

export type PushedBranch =
  /** `up_to_date`: the commit is there already, also after a push whose answer was lost. */
  | { readonly outcome: 'pushed' | 'up_to_date' }
  /** Somebody else moved it; null when it is not there. */
  | { readonly outcome: 'remote_moved'; readonly found: string | null }
  | RemoteGitRefused;

/**
 * Moves exactly one branch at a remote to exactly one commit, provided that it is where the caller believes it to be: the
 * remote compares and moves in one step. The pre-push hook of the project runs, and its no is a refusal.
 */
export async function pushBranch(push: BranchToPush): Promise<PushedBranch> {
  const { commit, expectedRemote } = push;
  const wanted = expectedRemote === null ? [commit] : [commit, expectedRemote];
  const partial = wanted.find((name) => !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name));
  if (partial !== undefined) {
    return refusedAtRemote(
      'not_a_full_commit',
      `"${partial}" is not a commit with all its digits.`,
      'Name the exact commit: git rev-parse shows it.',
    );
  }
  const opened = await openRepository(push.repository);
  if (opened.outcome === 'refused') {
    return refusedAtRemote('not_a_repository', opened.refusal.message, opened.refusal.nextStep);
  }
  const present = await git(opened.top, 'cat-file', '-e', `${commit}^{commit}`);
  if (!present.ok) {
    return refusedAtRemote(
      'commit_missing',
      `There is no commit ${commit} in ${opened.top}.`,
      'Look for it with git reflog; what is not there cannot be pushed.',
    );
  }
  return (await movedAlready(opened, push)) ?? (await move(opened, push));
}

/** Null when the branch is where it is expected to be. */
async function movedAlready(
  repository: OpenRepository,
  push: BranchToPush,
): Promise<PushedBranch | null> {
  const present = await branchAt(repository, push);
  if (present.outcome === 'refused') return present;
  const found = present.outcome === 'found' ? present.commit : null;
  if (found === push.commit) return { outcome: 'up_to_date' };
  return found === push.expectedRemote ? null : { outcome: 'remote_moved', found };
}

async function move(repository: OpenRepository, push: BranchToPush): Promise<PushedBranch> {
  const { remote, branch, commit, expectedRemote } = push;
  const reference = `refs/heads/${branch}`;
  const ran = await gitAtRemote(repository, [
    ...['push', '--porcelain', '--verify', '--no-follow-tags', '--no-recurse-submodules'],
    // An empty value: the branch must not be there.
    `--force-with-lease=${reference}:${expectedRemote ?? ''}`,
    ...['--', remote, `${commit}:${reference}`],
  ]);
  if (ran.outcome === 'succeeded') return { outcome: 'pushed' };
  const output = withoutPasswords(ran.output);
  if (ran.failedHook !== null) {
    return refusedAtRemote(
      'hook_failed',
      `The project's ${ran.failedHook} hook refused the push of "${branch}".`,
      'Ask for changes that satisfy the hook; what it printed is shown.',
      output,
    );
  }
  const [, reason] = /^!\t.*\t\[remote rejected\] \((.*)\)$/m.exec(output) ?? [];
  if (reason !== undefined) {
    const lost = await movedAlready(repository, push);
    if (lost !== null && lost.outcome !== 'refused') return lost;
    return refusedAtRemote(
      'rejected_by_remote',
      `The remote "${remote}" rejected the push of "${branch}": ${reason}.`,
      'Look at the rules of the branch at the forge; what the remote printed is shown.',
      output,
    );
  }
  if (/^!\t.*\t\[rejected\]/m.test(output)) {
    const lost = await movedAlready(repository, push);
    if (lost !== null) return lost;
  }
  return whyNotAtRemote(remote, `push "${branch}"`, ran);
}
