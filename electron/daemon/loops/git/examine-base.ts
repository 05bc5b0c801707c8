import { existsSync } from 'node:fs';
import path from 'node:path';
import { git } from '../../workers/worktrees/git.ts';
import { checkoutsOf, operationIn, rebaseOf } from './checkouts.ts';
import { gitRefused, nameSome, type Refused, refused, shortCommit } from './merge-refusal.ts';
import type { OpenRepository } from './open-repository.ts';

export interface BaseAsFound {
  readonly outcome: 'found';
  readonly tip: string;
  /** The folder whose files show the base; null when no checkout does. */
  readonly checkout: string | null;
}

/** What stands in the way of moving a base at all, whatever is to be merged. Touches nothing. */
export async function examineBase(
  repository: OpenRepository,
  baseBranch: string,
): Promise<BaseAsFound | Refused> {
  const { top, gitFolder } = repository;
  const checkouts = await checkoutsOf(repository);
  const own = checkouts.find(({ folder }) => folder === top);
  const inProgress = operationInTheWay(repository, baseBranch, own?.branch ?? null);
  if (inProgress !== null) return inProgress;

  const tip = await tipOf(top, baseBranch);
  if (own?.branch === null) return detached(top, baseBranch, tip);
  if (tip === null) {
    return refused(
      'base_missing',
      `The base branch "${baseBranch}" is no longer in ${top}.`,
      `Create it again (git branch ${baseBranch} COMMIT), or merge by hand.`,
    );
  }
  const elsewhere = checkouts.find(({ folder, branch }) => branch === baseBranch && folder !== top);
  if (elsewhere !== undefined) {
    return refused(
      'base_checked_out_elsewhere',
      `The base "${baseBranch}" is checked out in ${elsewhere.folder}, whose files would not follow.`,
      `Check out another branch in ${elsewhere.folder}, or merge there by hand.`,
      { folder: elsewhere.folder },
    );
  }
  if (own?.branch !== baseBranch) return { outcome: 'found', tip, checkout: null };
  const lock = path.join(gitFolder, 'index.lock');
  if (existsSync(lock)) {
    return refused(
      'index_locked',
      `Another git command works in ${top}, or one died there: ${lock} exists.`,
      'Try again when it has ended; delete that file if no git command is running.',
      { folder: top, files: [lock] },
    );
  }
  return (await dirtyFiles(top, baseBranch)) ?? { outcome: 'found', tip, checkout: top };
}

/** Where a local branch stands; null when there is none of that name. */
export async function tipOf(folder: string, branch: string): Promise<string | null> {
  const tip = await git(
    folder,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `refs/heads/${branch}^{commit}`,
  );
  return tip.ok ? tip.output : null;
}

function operationInTheWay(
  repository: OpenRepository,
  baseBranch: string,
  branch: string | null,
): Refused | null {
  const rebased = rebaseOf(baseBranch, repository);
  const isOwn = branch === null || branch === baseBranch;
  const operation = isOwn ? operationIn(repository.gitFolder) : null;
  if (rebased === null && operation === null) return null;
  const folder = rebased ?? repository.top;
  const name = operation ?? 'rebase';
  return refused(
    'operation_in_progress',
    `A ${name} is in progress in ${folder}.`,
    name === 'bisect'
      ? `End it there first: git bisect reset.`
      : `Finish it there (git ${name} --continue) or give it up (git ${name} --abort).`,
    { folder },
  );
}

function detached(top: string, baseBranch: string, tip: string | null): Refused {
  return refused(
    'detached_head',
    `${top} has no branch checked out (its HEAD is detached)${tip === null ? `, and there is no branch "${baseBranch}"` : ''}.`,
    tip === null
      ? `Give what is checked out there its branch back: git switch -c ${baseBranch}.`
      : `Check out a branch there: git switch ${baseBranch}.`,
    { folder: top },
  );
}

/** Files that git does not know are in nobody's way until a merge brings one of that name. */
async function dirtyFiles(top: string, baseBranch: string): Promise<Refused | null> {
  const status = await git(
    top,
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--untracked-files=no',
    '--ignore-submodules=dirty',
  );
  if (!status.ok) return gitRefused(`look at ${top}`, status.message);
  const files = status.output.split('\0').flatMap((line) => line.slice(3) || []);
  if (files.length === 0) return null;
  return refused(
    'dirty_base',
    `The base "${baseBranch}" has uncommitted changes in ${top}: ${nameSome(files)}.`,
    'Commit or stash them, then merge again.',
    { folder: top, files },
  );
}

export function movedBase(baseBranch: string, tip: string, expected: string): Refused {
  return refused(
    'moved_base',
    `The base "${baseBranch}" moved from ${shortCommit(expected)} to ${shortCommit(tip)} since the merge was shown.`,
    'Look at the diff against the new base, then merge again.',
  );
}
