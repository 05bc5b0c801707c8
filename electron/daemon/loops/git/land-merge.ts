import { git } from '../../workers/worktrees/git.ts';
import { examineBase, movedBase, tipOf } from './examine-base.ts';
import { gitWithHooks } from './git-with-hooks.ts';
import { hooksFolderOf } from './hooks-folder.ts';
import { PREPARED_REFS } from './merge-place.ts';
import { gitRefused, type Refused, refused } from './merge-refusal.ts';
import { contains, filesInTheWay } from './merge-trees.ts';
import { type OpenRepository, openRepository } from './open-repository.ts';

export interface MergeToLand {
  readonly repository: string;
  readonly baseBranch: string;
  /** Where the base must still be. */
  readonly baseCommit: string;
  /** What `prepareMerge` made. */
  readonly commit: string;
}

/** `landed`: verified, the base contains the commit; `baseTip` is where it is now. */
export type LandedMerge = { readonly outcome: 'landed'; readonly baseTip: string } | Refused;

/**
 * Moves the base to a prepared commit, in one step of git: the reference alone where no checkout shows the base, else a
 * fast-forward of that checkout, whose files follow. Called again after a kill it goes on from where it was.
 */
export async function landMerge(merge: MergeToLand): Promise<LandedMerge> {
  const repository = await openRepository(merge.repository);
  if (repository.outcome === 'refused') return repository;
  const { top } = repository;
  const { baseBranch, baseCommit, commit } = merge;
  const early = await tipOf(top, baseBranch);
  if (early !== null && (await contains(top, early, commit)) === true) {
    return landed(repository, early, commit);
  }
  const base = await examineBase(repository, baseBranch);
  if (base.outcome === 'refused') return base;
  if (base.tip !== baseCommit) return movedBase(baseBranch, base.tip, baseCommit);
  if ((await contains(top, commit, baseCommit)) !== true) {
    return gitRefused(`move "${baseBranch}" to ${commit}`, 'it does not continue the base.');
  }
  const refusal =
    base.checkout === null
      ? await moveReference(top, merge)
      : await fastForward(repository, base.checkout, merge);
  if (refusal !== null) return refusal;
  const tip = await tipOf(top, baseBranch);
  if (tip !== null && (await contains(top, tip, commit)) === true) {
    return landed(repository, tip, commit);
  }
  return refused(
    'moved_base',
    `"${baseBranch}" does not contain ${commit} after the merge: something else moved it.`,
    `Look at git reflog ${baseBranch}; git merge ${commit} brings the work in.`,
  );
}

async function moveReference(
  top: string,
  { baseBranch, baseCommit, commit }: MergeToLand,
): Promise<Refused | null> {
  const moved = await git(
    top,
    'update-ref',
    '-m',
    'fleetboard: merge a run',
    `refs/heads/${baseBranch}`,
    commit,
    baseCommit,
  );
  if (moved.ok) return null;
  const tip = await tipOf(top, baseBranch);
  return tip !== null && tip !== baseCommit
    ? movedBase(baseBranch, tip, baseCommit)
    : gitRefused(`move "${baseBranch}"`, moved.message);
}

async function fastForward(
  repository: OpenRepository,
  checkout: string,
  { baseCommit, commit }: MergeToLand,
): Promise<Refused | null> {
  const inTheWay = await filesInTheWay(checkout, baseCommit, commit);
  if (inTheWay !== null) return inTheWay;
  const ran = await gitWithHooks(checkout, await hooksFolderOf(repository), [
    ...[
      'merge',
      '--quiet',
      '--ff-only',
      '--no-squash',
      '--commit',
      '--no-autostash',
      '--no-verify-signatures',
    ],
    // Files that the project ignores are somebody's all the same.
    ...['--no-overwrite-ignore', commit],
  ]);
  // Whatever a hook said after the fact, the base itself is looked at.
  return ran.outcome === 'failed' ? gitRefused(`fast-forward ${checkout}`, ran.output) : null;
}

/** The reference that kept the commit has done its work. */
async function landed(
  { top }: OpenRepository,
  baseTip: string,
  commit: string,
): Promise<LandedMerge> {
  const kept = await git(
    top,
    'for-each-ref',
    '--format=%(refname)',
    `--points-at=${commit}`,
    PREPARED_REFS,
  );
  for (const reference of kept.output.split('\n').filter((name) => name !== '')) {
    await git(top, 'update-ref', '-d', reference, commit);
  }
  return { outcome: 'landed', baseTip };
}

/** For recovery: whether the base has a commit already, however it came there. */
export async function mergeLanded({
  repository,
  baseBranch,
  commit,
}: Omit<MergeToLand, 'baseCommit'>): Promise<
  | { readonly outcome: 'landed'; readonly baseTip: string }
  | { readonly outcome: 'not_landed' }
  | Refused
> {
  const opened = await openRepository(repository);
  if (opened.outcome === 'refused') return opened;
  const baseTip = await tipOf(opened.top, baseBranch);
  if (baseTip === null) {
    return refused(
      'base_missing',
      `The base branch "${baseBranch}" is no longer in ${opened.top}.`,
      `Create it again (git branch ${baseBranch} COMMIT), or merge by hand.`,
    );
  }
  const has = await contains(opened.top, baseTip, commit);
  return has === true ? { outcome: 'landed', baseTip } : { outcome: 'not_landed' };
}
