import { git } from '../../workers/worktrees/git.ts';
import { commitTree } from './commit-tree.ts';
import { contains, mergeTrees } from './merge-trees.ts';

export interface LeftWork {
  readonly worktree: string;
  readonly branch: string;
  /** Where the branch is; null when the agent deleted it. */
  readonly before: string | null;
  /** All that is in the files, as a commit. */
  readonly left: string;
  /** Halfway through a rebase the branch is whole and what is checked out is not. */
  readonly isRebase: boolean;
}

export type BroughtBack =
  | { readonly outcome: 'brought'; readonly commit: string; readonly notes: readonly string[] }
  | { readonly outcome: 'failed'; readonly message: string };

/** What could not be brought onto a run's branch, and what git would therefore collect. */
export const KEPT_REFS = 'refs/fleetboard/kept';

/** Moves the branch of a run to what an agent left, wherever it left HEAD, and HEAD back to the branch. */
export async function bringBack(work: LeftWork): Promise<BroughtBack> {
  const { worktree, branch, before, left } = work;
  const head = await git(worktree, 'symbolic-ref', '--quiet', 'HEAD');
  const name = head.ok ? head.output.replace(/^refs\/heads\//, '') : null;
  const strayed =
    name === branch
      ? []
      : [
          name === null
            ? `The worktree had no branch checked out; it is on "${branch}" again.`
            : `The worktree was on the branch "${name}"; it is on "${branch}" again, and "${name}" was left.`,
        ];
  if (before === null || (!work.isRebase && (await contains(worktree, left, before)) === true)) {
    return moveTo(work, left, strayed);
  }
  if ((await contains(worktree, before, left)) === true) return checkOut(work, before, strayed);
  const joined = work.isRebase ? null : await join(work, before);
  if (joined !== null) {
    return checkOut(work, joined, [...strayed, 'Both lines of its work were merged.']);
  }
  const reference = `${KEPT_REFS}/${branch}/${left.slice(0, 12)}`;
  const kept = await git(worktree, 'update-ref', reference, left);
  if (!kept.ok) return { outcome: 'failed', message: kept.message };
  const where = `What was checked out does not fit onto the branch and was kept: git show ${reference}.`;
  return checkOut(work, before, [...strayed, where]);
}

/** The files are what the branch becomes: only the pointers move. */
async function moveTo(
  { worktree, branch, before }: LeftWork,
  commit: string,
  notes: readonly string[],
): Promise<BroughtBack> {
  const reference = `refs/heads/${branch}`;
  if (before !== commit) {
    const reason = 'fleetboard: what an attempt left';
    // An empty old value: the branch must not be there.
    const moved = await git(worktree, 'update-ref', '-m', reason, reference, commit, before ?? '');
    if (!moved.ok) return { outcome: 'failed', message: moved.message };
  }
  const attached = await git(worktree, 'symbolic-ref', 'HEAD', reference);
  return attached.ok
    ? { outcome: 'brought', commit, notes }
    : { outcome: 'failed', message: attached.message };
}

/** Both lines as one merge; null where they conflict or have nothing in common. */
async function join({ worktree, left }: LeftWork, before: string): Promise<string | null> {
  const merged = await mergeTrees(worktree, before, left);
  if (merged.outcome !== 'merged') return null;
  const message = 'Merge what the agent left on another line';
  const made = await commitTree(worktree, merged.tree, [before, left], message);
  return made.ok ? made.output : null;
}

/** Everything in the files is committed by now: HEAD goes to where they are kept first, so that git sees nothing to lose. */
async function checkOut(
  work: LeftWork,
  commit: string,
  notes: readonly string[],
): Promise<BroughtBack> {
  const { worktree, left } = work;
  const detached = await git(worktree, 'update-ref', '--no-deref', 'HEAD', left);
  if (!detached.ok) return { outcome: 'failed', message: detached.message };
  const switched = await git(worktree, 'checkout', '--quiet', '--detach', commit);
  if (!switched.ok) return { outcome: 'failed', message: switched.message };
  return moveTo(work, commit, notes);
}
