import { git } from '../../workers/worktrees/git.ts';
import { tipOf } from './examine-base.ts';
import { contains, mergeTrees } from './merge-trees.ts';

export interface OutsideQuestion {
  readonly repository: string;
  readonly baseBranch: string;
  /** The tip of the run's branch, or what it was. */
  readonly head: string;
  /** What the run's branch began at. */
  readonly baseCommit: string;
}

export type MergedOutside =
  /** `contains`: the base has the commits. `equivalent`: it has their changes, squashed or rebased. */
  | {
      readonly outcome: 'merged';
      readonly how: 'contains' | 'equivalent';
      readonly baseTip: string;
    }
  | { readonly outcome: 'not_merged' }
  /** The base or a commit is gone, or git refuses; nothing can be said. */
  | { readonly outcome: 'unknown' };

/** Whether the work of a run came into its base without Fleetboard. A run that changed nothing was not merged. */
export async function isMergedOutside(question: OutsideQuestion): Promise<MergedOutside> {
  const { repository, baseBranch, head, baseCommit } = question;
  if (head === baseCommit) return { outcome: 'not_merged' };
  const baseTip = await tipOf(repository, baseBranch);
  if (baseTip === null) return { outcome: 'unknown' };
  if (baseTip === baseCommit) return { outcome: 'not_merged' };
  const isBehind = await contains(repository, baseCommit, head);
  if (isBehind === null) return { outcome: 'unknown' };
  if (isBehind) return { outcome: 'not_merged' };
  if ((await contains(repository, baseTip, head)) === true) {
    return { outcome: 'merged', how: 'contains', baseTip };
  }
  const isEquivalent =
    (await addsNothing(repository, baseTip, question)) ||
    (await areAllPicked(repository, baseTip, head));
  return isEquivalent
    ? { outcome: 'merged', how: 'equivalent', baseTip }
    : { outcome: 'not_merged' };
}

async function addsNothing(
  top: string,
  baseTip: string,
  { head, baseCommit }: OutsideQuestion,
): Promise<boolean> {
  const trees = await git(
    top,
    ...['rev-parse', `${head}^{tree}`, `${baseCommit}^{tree}`, `${baseTip}^{tree}`],
  );
  const [headTree, startTree, baseTree] = trees.output.split('\n');
  // Work that undid itself is in every base.
  if (!trees.ok || headTree === startTree) return false;
  const merged = await mergeTrees(top, baseTip, head);
  return merged.outcome === 'merged' && merged.tree === baseTree;
}

/** Each commit was applied to the base, even where the same lines have changed again since. */
async function areAllPicked(top: string, baseTip: string, head: string): Promise<boolean> {
  const cherry = await git(top, 'cherry', baseTip, head);
  const lines = cherry.output.split('\n').filter((line) => line !== '');
  return cherry.ok && lines.length > 0 && lines.every((line) => line.startsWith('- '));
}
