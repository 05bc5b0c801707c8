import { statSync } from 'node:fs';
import path from 'node:path';
import { git } from '../../workers/worktrees/git.ts';
import { gitRefused, type Refused, refused } from './merge-refusal.ts';

/** The first git that merges without a working tree (`merge-tree --write-tree`). */
const OLDEST_GIT = [2, 38] as const;

export interface OpenRepository {
  readonly outcome: 'open';
  /** The checkout that the person registered: usually the main one. */
  readonly top: string;
  /** Where the state of this checkout is: HEAD, the index, what is in progress. */
  readonly gitFolder: string;
  /** Where the state of the whole repository is. */
  readonly commonFolder: string;
}

/** Finds a repository and whether the git that is installed can review and merge in it. */
export async function openRepository(folder: string): Promise<OpenRepository | Refused> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return refused(
      'not_a_repository',
      `The folder ${folder} is no longer there.`,
      'Restore the folder, then try again.',
      { folder },
    );
  }
  const version = await gitVersion(folder);
  if (version.outcome === 'refused') return version;
  const found = await git(
    folder,
    'rev-parse',
    '--path-format=absolute',
    '--git-dir',
    '--git-common-dir',
    '--show-toplevel',
  );
  const [gitFolder, commonFolder, top] = found.output.split('\n');
  if (!found.ok || gitFolder === undefined || commonFolder === undefined || top === undefined) {
    return refused(
      'not_a_repository',
      `The folder ${folder} is no git repository with files checked out${found.ok ? '' : `: ${found.message}`}.`,
      'Runs need git for their branch and their review: run git init there and commit once, or choose a folder of a repository.',
      { folder },
    );
  }
  return {
    outcome: 'open',
    top: path.normalize(top),
    gitFolder: path.normalize(gitFolder),
    commonFolder: path.normalize(commonFolder),
  };
}

async function gitVersion(folder: string): Promise<{ outcome: 'new_enough' } | Refused> {
  const answer = await git(folder, '--version');
  const [oldestMajor, oldestMinor] = OLDEST_GIT;
  const upgrade = `Install git ${oldestMajor}.${oldestMinor} or newer.`;
  if (!answer.ok) {
    return answer.missing
      ? refused('git_missing', 'git was not found on PATH.', upgrade)
      : gitRefused('tell its version', answer.message);
  }
  const [, major = '', minor = ''] = /(\d+)\.(\d+)/.exec(answer.output) ?? [];
  const isOldEnough =
    Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
  if (isOldEnough) return { outcome: 'new_enough' };
  return refused(
    'git_too_old',
    `${answer.output} cannot tell conflicts before a merge; that needs git ${oldestMajor}.${oldestMinor}.`,
    upgrade,
  );
}
