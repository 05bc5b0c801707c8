import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../../../../shared/problems.ts';
import type { RemovalFacts, RemovalPreview, UncommittedFile } from '../../../../shared/review.ts';
import { git } from '../../workers/worktrees/git.ts';
import { tipOf } from './examine-base.ts';
import { folderSize, SizeBound } from './folder-size.ts';
import { KEPT_REFS } from './return-to-branch.ts';

export interface RemovalQuestion {
  readonly repository: string;
  readonly worktree: string;
  readonly branch: string;
  readonly baseBranch: string;
}

export type PreviewedRemoval =
  | { readonly outcome: 'shown'; readonly preview: RemovalPreview }
  | { readonly outcome: 'failed'; readonly problem: Problem };

const LISTED_FILES = 1_000;
const LISTED_COMMITS = 200;
const MEASURED_ENTRIES = 500_000;
const MEASURED_MS = 5_000;

/** Says what the removal of a run's worktree and branch would take with it. Touches nothing. */
export async function previewRemoval(question: RemovalQuestion): Promise<PreviewedRemoval> {
  const { worktree, branch } = question;
  const [found, size] = await Promise.all([
    removalFacts(question),
    existsSync(worktree)
      ? folderSize(worktree, new SizeBound(MEASURED_ENTRIES, MEASURED_MS))
      : { bytes: 0, isWhole: true },
  ]);
  if (found.outcome === 'failed') return found;
  const commits = await ownCommits(question, found.facts);
  if (commits.outcome === 'failed') return commits;
  return {
    outcome: 'shown',
    preview: {
      worktree,
      branch,
      ...found.facts,
      uncommitted: found.uncommitted.slice(0, LISTED_FILES),
      uncommittedLeftOut: Math.max(0, found.uncommitted.length - LISTED_FILES),
      commits: commits.commits.slice(0, LISTED_COMMITS),
      commitsLeftOut: Math.max(0, commits.commits.length - LISTED_COMMITS),
      bytes: size.bytes,
      isWholeSize: size.isWhole,
    },
  };
}

export type FoundFacts =
  | {
      readonly outcome: 'found';
      readonly facts: RemovalFacts;
      readonly uncommitted: readonly UncommittedFile[];
    }
  | { readonly outcome: 'failed'; readonly problem: Problem };

/** How a run's worktree and branch are at this moment. */
export async function removalFacts({
  repository,
  worktree,
  branch,
}: Omit<RemovalQuestion, 'baseBranch'>): Promise<FoundFacts> {
  const branchCommit = await tipOf(repository, branch);
  if (!existsSync(path.join(worktree, '.git'))) {
    const facts = {
      headCommit: null,
      branchCommit,
      uncommittedDigest: await digestOf('', [], worktree),
    };
    return { outcome: 'found', facts, uncommitted: [] };
  }
  const head = await git(worktree, 'rev-parse', '--verify', 'HEAD^{commit}');
  const status = await git(
    worktree,
    ...['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'],
  );
  if (!status.ok) return failed(`look at ${worktree}`, status.message);
  const uncommitted = status.output.split('\0').flatMap((line) => {
    const file = line.slice(3);
    return file === '' ? [] : [{ path: file, status: line.slice(0, 2) }];
  });
  const facts = {
    headCommit: head.ok ? head.output : null,
    branchCommit,
    uncommittedDigest: await digestOf(status.output, uncommitted, worktree),
  };
  return { outcome: 'found', facts, uncommitted };
}

/** A file that is listed may be written again: its size and time count too. */
async function digestOf(
  status: string,
  uncommitted: readonly UncommittedFile[],
  worktree: string,
): Promise<string> {
  const hash = createHash('sha256').update(status);
  for (const { path: file } of uncommitted) {
    const facts = await lstat(path.join(worktree, file)).catch(() => null);
    hash.update(`${facts?.size} ${facts?.mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 32);
}

type OwnCommits =
  | { readonly outcome: 'listed'; readonly commits: RemovalPreview['commits'] }
  | { readonly outcome: 'failed'; readonly problem: Problem };

/** Newest first. Other branches of runs do not count as keeping a commit: they go the same way. */
async function ownCommits(
  { repository, branch, baseBranch }: RemovalQuestion,
  { headCommit, branchCommit }: RemovalFacts,
): Promise<OwnCommits> {
  const tips = [headCommit, branchCommit].flatMap((tip) => tip ?? []);
  const base = await tipOf(repository, baseBranch);
  const kept = ['--exclude=fleetboard/*', '--branches', '--tags', '--remotes'];
  const listed = await git(
    repository,
    ...['log', '-z', '--format=%H %s', '--no-show-signature', `--glob=${KEPT_REFS}/${branch}/*`],
    ...tips,
    ...['--not', ...kept, ...(base === null ? [] : [base])],
  );
  if (!listed.ok) return failed(`list the commits of "${branch}"`, listed.message);
  const commits = listed.output.split('\0').flatMap((line) => {
    const end = line.indexOf(' ');
    return end === -1 ? [] : [{ commit: line.slice(0, end), subject: line.slice(end + 1) }];
  });
  return { outcome: 'listed', commits };
}

function failed(doing: string, message: string): { outcome: 'failed'; problem: Problem } {
  return {
    outcome: 'failed',
    problem: {
      code: 'git_refused',
      message: `git refused to ${doing}: ${message}`,
      nextStep: 'Resolve what git reports there, then try again.',
    },
  };
}
