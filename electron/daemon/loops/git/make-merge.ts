import { assertNever } from '../../../../shared/assert-never.ts';
import type { MergeMethod } from '../../../../shared/runs.ts';
import { git } from '../../workers/worktrees/git.ts';
import { gitWithHooks, type HookedGit } from './git-with-hooks.ts';
import { gitRefused, type Refused, refused } from './merge-refusal.ts';
import { conflict, nothingToMerge } from './predict-merge.ts';

export interface MergeToMake {
  /** A detached worktree that holds nothing of anybody's. */
  readonly folder: string;
  readonly hooksFolder: string;
  readonly method: MergeMethod;
  readonly branch: string;
  readonly head: string;
  readonly baseBranch: string;
  readonly baseCommit: string;
  readonly message: string;
}

export type MadeMerge = { readonly outcome: 'made'; readonly commit: string } | Refused;

/** Where the worktree of a merge begins. */
export function startOf({ method, head, baseCommit }: MergeToMake): string {
  return method === 'rebase' ? head : baseCommit;
}

/** Makes the commits in a worktree that is there for nothing else. What the person configured for merging by hand and would leave something elsewhere (stashes, moved branches) is off. */
export async function makeMerge(merge: MergeToMake): Promise<MadeMerge> {
  for (const args of commandsFor(merge)) {
    if (args[0] === 'commit' && (await git(merge.folder, 'diff', '--cached', '--quiet')).ok) {
      return nothingToMerge(merge.branch, merge.baseBranch);
    }
    const ran = await gitWithHooks(merge.folder, merge.hooksFolder, args);
    if (ran.outcome !== 'succeeded') return whyNot(merge, ran);
  }
  const made = await git(merge.folder, 'rev-parse', '--verify', 'HEAD^{commit}');
  if (!made.ok) return gitRefused('tell what it made', made.message);
  return made.output === merge.baseCommit
    ? nothingToMerge(merge.branch, merge.baseBranch)
    : { outcome: 'made', commit: made.output };
}

function commandsFor({ method, head, baseCommit, message }: MergeToMake): string[][] {
  // A goal may begin with a # that is no comment.
  const cleanup = '--cleanup=whitespace';
  const merging = [
    ...['merge', '--no-edit', '--no-autostash', '--no-verify-signatures', '--no-log'],
    cleanup,
  ];
  switch (method) {
    case 'merge':
      return [[...merging, '--no-ff', '--commit', '--no-squash', '-m', message, head]];
    case 'squash':
      return [
        [...merging, '--ff', '--squash', '--no-commit', head],
        ['commit', '--quiet', cleanup, '-m', message],
      ];
    case 'rebase':
      return [
        [
          ...['-c', 'rebase.updateRefs=false', '-c', 'rebase.rebaseMerges=false'],
          ...['rebase', '--merge', '--no-autostash', '--no-autosquash', '--no-fork-point'],
          ...['--empty=drop', baseCommit],
        ],
      ];
    default:
      return assertNever(method);
  }
}

async function whyNot(merge: MergeToMake, ran: HookedGit): Promise<Refused> {
  const { branch, baseBranch, method, folder } = merge;
  const byHand = `or merge by hand: git merge ${branch}.`;
  if (ran.outcome === 'timed_out') {
    return refused(
      'hook_failed',
      `The ${method} into "${baseBranch}" did not end within 15 minutes; a hook of the project probably waits for something.`,
      `Look into what it printed, ${byHand}`,
      { output: ran.output },
    );
  }
  if (ran.failedHook !== null) {
    return refused(
      'hook_failed',
      `The project's ${ran.failedHook} hook refused the ${method} into "${baseBranch}": ${lastLine(ran.output)}`,
      `Ask for changes that satisfy the hook, ${byHand}`,
      { output: ran.output },
    );
  }
  const unmerged = await git(folder, 'diff', '--name-only', '--diff-filter=U', '-z');
  const files = [...new Set(unmerged.output.split('\0').filter((file) => file !== ''))];
  if (files.length > 0) return conflict(branch, baseBranch, files, { method });
  return gitRefused(`${method} "${branch}"`, ran.output);
}

/** Of the hook: what git says after it is advice for somebody who merges by hand. */
function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => !line.startsWith('Not committing merge;'));
  return lines.at(-1) || 'it printed nothing.';
}
