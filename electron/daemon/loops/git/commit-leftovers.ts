import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../../../shared/problems.ts';
import { type GitResult, git } from '../../workers/worktrees/git.ts';
import { commitTree } from './commit-tree.ts';
import { tipOf } from './examine-base.ts';
import {
  forgetOperation,
  type LeftOperation,
  leftOperations,
  removeLeftLocks,
} from './left-operations.ts';
import { nameSome } from './merge-refusal.ts';
import { bringBack } from './return-to-branch.ts';
import { stageEverything } from './stage-everything.ts';

export interface Leftovers {
  /** Top folder of the run's worktree. No process of the attempt may be left in it. */
  readonly worktree: string;
  readonly branch: string;
  readonly message: string;
}

export type CommittedLeftovers =
  | {
      /** `committed`: the branch has something that it did not have before. */
      readonly outcome: 'committed' | 'nothing_to_commit';
      /** Where the branch is now. */
      readonly commit: string;
      /** Names what is in the files: equal trees, equal content. */
      readonly tree: string;
      /** What was found and done besides, as sentences for a person and the next attempt. */
      readonly notes: readonly string[];
    }
  | { readonly outcome: 'failed'; readonly problem: Problem };

/**
 * Commits what an attempt left, on the branch of its run and whatever state the agent left git in, without hooks. Commits
 * are made beside the index and HEAD, so that no state that git can be in refuses them. Nothing is thrown away: what
 * cannot be brought onto the branch is kept under a reference that a note names.
 */
export async function commitLeftovers(leftovers: Leftovers): Promise<CommittedLeftovers> {
  const { worktree, branch, message } = leftovers;
  const folders = existsSync(path.join(worktree, '.git'))
    ? await git(worktree, 'rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir')
    : null;
  const [gitFolder, commonFolder] = folders?.output.split('\n') ?? [];
  if (folders?.ok !== true || gitFolder === undefined || commonFolder === undefined) {
    return failed(
      'worktree_missing',
      `The worktree ${worktree} of the run is no longer there.`,
      `Its branch has what was committed: git log ${branch}.`,
    );
  }
  removeLeftLocks(gitFolder, commonFolder, branch);
  const operations = leftOperations(gitFolder);
  const before = await tipOf(worktree, branch);
  const unresolved = operations.length === 0 ? [] : await unmergedFiles(worktree);
  const staged = await stageEverything(worktree);
  if (staged.outcome === 'failed') return gitFailed('stage what was left', staged.message);
  const isMerge = operations.includes('merge') && unresolved.length === 0;
  const made = await commitOf(worktree, staged.tree, message, isMerge);
  if (!made.ok) return gitFailed('commit what was left', made.message);

  for (const operation of operations) await forgetOperation(worktree, operation);
  const isRebase = operations.includes('rebase');
  const brought = await bringBack({ worktree, branch, before, left: made.output, isRebase });
  if (brought.outcome === 'failed') return gitFailed(`return to "${branch}"`, brought.message);
  const tree = await git(worktree, 'rev-parse', '--verify', `${brought.commit}^{tree}`);
  if (!tree.ok) return gitFailed('tell what is there', tree.message);
  return {
    outcome: brought.commit === before ? 'nothing_to_commit' : 'committed',
    commit: brought.commit,
    tree: tree.output,
    notes: [
      ...operations.flatMap((operation) => noteOf(operation, unresolved)),
      ...staged.notes,
      ...brought.notes,
    ],
  };
}

async function unmergedFiles(worktree: string): Promise<string[]> {
  const unmerged = await git(worktree, 'diff', '--name-only', '--diff-filter=U', '-z');
  return [...new Set(unmerged.output.split('\0').filter((file) => file !== ''))];
}

/**
 * What is staged, as a commit that continues HEAD; HEAD itself when nothing changed. A merge whose conflicts are
 * resolved stays a merge; an unresolved one must not pass for merged.
 */
async function commitOf(
  worktree: string,
  tree: string,
  message: string,
  isMerge: boolean,
): Promise<GitResult> {
  const head = await git(worktree, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  const merged = isMerge
    ? await git(worktree, 'rev-parse', '--verify', '--quiet', 'MERGE_HEAD^{commit}')
    : null;
  const parents = [head, merged].flatMap((parent) => (parent?.ok === true ? [parent.output] : []));
  if (head.ok && parents.length === 1) {
    const present = await git(worktree, 'rev-parse', '--verify', 'HEAD^{tree}');
    if (present.ok && present.output === tree) return head;
  }
  return commitTree(worktree, tree, parents, message);
}

function noteOf(operation: LeftOperation, unresolved: readonly string[]): string[] {
  if (operation === 'bisect') return [];
  const files = unresolved.length === 0 ? '' : ` with conflicts in ${nameSome(unresolved)}`;
  return [`A ${operation} was left in progress${files}; what was in the files was committed.`];
}

function gitFailed(doing: string, message: string): CommittedLeftovers {
  return failed(
    'git_refused',
    `git refused to ${doing}: ${message}`,
    'The files are in the worktree as the agent left them: resolve what git reports there.',
  );
}

function failed(code: string, message: string, nextStep: string): CommittedLeftovers {
  return { outcome: 'failed', problem: { code, message, nextStep } };
}
