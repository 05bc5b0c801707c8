import type { MergePrediction } from '../../../../shared/review.ts';
import { type BaseAsFound, examineBase, movedBase, tipOf } from './examine-base.ts';
import { nameSome, type Refused, refused, shortCommit } from './merge-refusal.ts';
import { contains, filesInTheWay, mergeTrees } from './merge-trees.ts';
import { type OpenRepository, openRepository } from './open-repository.ts';

export interface MergeQuestion {
  readonly repository: string;
  readonly branch: string;
  /** Where the person saw the run's branch. */
  readonly head: string;
  readonly baseBranch: string;
}

/** Tells how a merge would go. Touches nothing: no reference, no index, no file. */
export async function predictMerge(question: MergeQuestion): Promise<MergePrediction> {
  const repository = await openRepository(question.repository);
  if (repository.outcome === 'refused') return repository;
  const ready = await examineMerge(repository, question, null);
  return ready.outcome === 'ready' ? { outcome: 'clean', baseCommit: ready.base.tip } : ready;
}

export type ExaminedMerge =
  | { readonly outcome: 'ready'; readonly base: BaseAsFound }
  | Exclude<MergePrediction, { outcome: 'clean' }>;

/** Everything that can refuse a merge before anything is made. `expectedBase` is null where none was shown yet. */
export async function examineMerge(
  repository: OpenRepository,
  { branch, head, baseBranch }: MergeQuestion,
  expectedBase: string | null,
): Promise<ExaminedMerge> {
  const { top } = repository;
  const base = await examineBase(repository, baseBranch);
  if (base.outcome === 'refused') return base;
  const moved = await movedHead(top, branch, head);
  if (moved !== null) return moved;
  if (expectedBase !== null && base.tip !== expectedBase) {
    return movedBase(baseBranch, base.tip, expectedBase);
  }
  const baseCommit = base.tip;
  if ((await contains(top, baseCommit, head)) === true) {
    const { refusal } = nothingToMerge(branch, baseBranch);
    return { outcome: 'nothing_to_merge', baseCommit, refusal };
  }
  const merged = await mergeTrees(top, baseCommit, head);
  if (merged.outcome === 'refused') return merged;
  if (merged.outcome === 'conflicts') {
    const files = [...merged.files];
    const { refusal } = conflict(branch, baseBranch, files);
    return { outcome: 'conflicts', baseCommit, files, refusal };
  }
  const inTheWay =
    base.checkout === null ? null : await filesInTheWay(base.checkout, baseCommit, merged.tree);
  return inTheWay ?? { outcome: 'ready', base };
}

async function movedHead(top: string, branch: string, head: string): Promise<Refused | null> {
  const tip = await tipOf(top, branch);
  if (tip === head) return null;
  if (tip === null) {
    return refused(
      'run_branch_missing',
      `The branch "${branch}" of the run is no longer in ${top}.`,
      `If it was deleted by mistake, git branch ${branch} ${head} brings it back.`,
    );
  }
  return refused(
    'moved_head',
    `The branch "${branch}" is at ${shortCommit(tip)}, not at ${shortCommit(head)} that was shown.`,
    'Look at the diff again, then merge what it shows.',
  );
}

export function nothingToMerge(branch: string, baseBranch: string): Refused {
  return refused(
    'nothing_to_merge',
    `There is nothing to merge: "${branch}" has no change that "${baseBranch}" does not have.`,
    'Ask for changes, or discard the run.',
  );
}

export function conflict(
  branch: string,
  baseBranch: string,
  files: readonly string[],
  { method = 'merge' }: { readonly method?: string } = {},
): Refused {
  return refused(
    'conflict',
    `A ${method} of "${branch}" and "${baseBranch}" conflicts in ${nameSome(files)}.`,
    `Ask for changes: let the agent merge "${baseBranch}" into its branch and resolve them.`,
    { files },
  );
}
