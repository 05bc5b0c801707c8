import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { MergeMethod } from '../../../../shared/runs.ts';
import { git } from '../../workers/worktrees/git.ts';
import { hooksFolderOf } from './hooks-folder.ts';
import { type MergeToMake, makeMerge, startOf } from './make-merge.ts';
import { type MergePlace, mergePlaceOf, removeWorktreeByForce } from './merge-place.ts';
import { gitRefused, type Refused, refused } from './merge-refusal.ts';
import { contains } from './merge-trees.ts';
import { type OpenRepository, openRepository } from './open-repository.ts';
import { examineMerge } from './predict-merge.ts';

export interface MergeRequest {
  readonly home: string;
  readonly repository: string;
  readonly runId: string;
  readonly baseBranch: string;
  /** Where the base was when the merge was shown. */
  readonly expectedBase: string;
  readonly branch: string;
  /** Where the run's branch was when the merge was shown. */
  readonly expectedHead: string;
  readonly method: MergeMethod;
  /** Of the merge or the squashed commit; a rebase keeps the messages that there are. */
  readonly message: string;
}

export type PreparedMerge =
  | { readonly outcome: 'prepared'; readonly commit: string; readonly baseCommit: string }
  | Refused;

/**
 * Makes the commits of a merge beside the repository's checkouts, with the project's hooks, and moves no branch. What it
 * made is kept by a reference until `landMerge` or `abandonMerge`. A refusal leaves the repository as it was.
 */
export async function prepareMerge(request: MergeRequest): Promise<PreparedMerge> {
  const repository = await openRepository(request.repository);
  if (repository.outcome === 'refused') return repository;
  const { baseBranch, branch, expectedBase, expectedHead, method, message } = request;
  const question = { repository: repository.top, branch, head: expectedHead, baseBranch };
  const examined = await examineMerge(repository, question, expectedBase);
  if (examined.outcome !== 'ready') return { outcome: 'refused', refusal: examined.refusal };
  const nameless = await identityMissing(repository.top);
  if (nameless !== null) return nameless;

  const place = mergePlaceOf(request.home, repository, request.runId);
  // An earlier try may have been killed.
  await removeWorktreeByForce(repository.top, place.folder);
  const merge: MergeToMake = {
    folder: place.folder,
    hooksFolder: await hooksFolderOf(repository),
    method,
    branch,
    head: expectedHead,
    baseBranch,
    baseCommit: expectedBase,
    message,
  };
  try {
    return await makeIn(repository, place, merge);
  } finally {
    await removeWorktreeByForce(repository.top, place.folder);
  }
}

async function makeIn(
  { top }: OpenRepository,
  { folder, reference }: MergePlace,
  merge: MergeToMake,
): Promise<PreparedMerge> {
  await mkdir(path.dirname(folder), { recursive: true });
  const added = await git(top, 'worktree', 'add', '--quiet', '--detach', folder, startOf(merge));
  if (!added.ok) return gitRefused(`make a worktree at ${folder}`, added.message);
  const made = await makeMerge(merge);
  if (made.outcome === 'refused') return made;
  if ((await contains(top, made.commit, merge.baseCommit)) !== true) {
    return gitRefused(
      `${merge.method} onto ${merge.baseCommit}`,
      `${made.commit} does not continue it.`,
    );
  }
  const kept = await git(top, 'update-ref', reference, made.commit);
  if (!kept.ok) return gitRefused(`keep ${made.commit} as ${reference}`, kept.message);
  return { outcome: 'prepared', commit: made.commit, baseCommit: merge.baseCommit };
}

/** Commits on a base bear a person's name or are not made. */
async function identityMissing(top: string): Promise<Refused | null> {
  const committer = await git(top, 'var', 'GIT_COMMITTER_IDENT');
  const author = await git(top, 'var', 'GIT_AUTHOR_IDENT');
  if (committer.ok && author.ok) return null;
  return refused(
    'identity_missing',
    `git does not know in whose name to commit in ${top}.`,
    'Tell it: git config --global user.name "Your Name", and the same with user.email.',
    { folder: top },
  );
}
