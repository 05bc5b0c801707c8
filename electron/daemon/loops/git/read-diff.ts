import type { Problem } from '../../../../shared/problems.ts';
import type { ReviewDiff } from '../../../../shared/review.ts';
import { git } from '../../workers/worktrees/git.ts';
import { DIFF_LIMITS, type DiffLimits } from './diff-limits.ts';
import { gitStream } from './git-stream.ts';
import { parseFileList } from './parse-file-list.ts';
import { PatchParser } from './parse-patches.ts';
import { LineSplitter } from './split-lines.ts';

export interface DiffQuestion {
  /** Any checkout of the repository. */
  readonly repository: string;
  readonly baseCommit: string;
  readonly headCommit: string;
  readonly limits?: DiffLimits;
}

export type ReadDiff =
  | { readonly outcome: 'read'; readonly diff: ReviewDiff }
  | { readonly outcome: 'failed'; readonly problem: Problem };

/** Plumbing: nobody's settings for their own diffs apply, and no program of the project runs. */
const DIFF_TREE = [
  ...['-c', 'diff.renameLimit=1000'],
  ...['diff-tree', '-r', '--raw', '--numstat', '--patch', '-z', '--find-renames'],
  ...['--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short', '--no-relative'],
  ...['--unified=3', '--inter-hunk-context=0'],
];

/** Two NULs in a row end the list of files. */
const END_OF_LIST = Buffer.from('\0\0');

/** Reads what changed between two commits, in one run of git, bounded in every direction. */
export async function readDiff(question: DiffQuestion): Promise<ReadDiff> {
  const { repository, baseCommit, headCommit, limits = DIFF_LIMITS } = question;
  const reader = new DiffReader(limits);
  const args = [...DIFF_TREE, '--end-of-options', baseCommit, headCommit];
  const end = await gitStream(repository, args, (chunk) => reader.take(chunk));
  if (end.outcome === 'failed') {
    return failed(
      `git refused the diff of ${baseCommit} and ${headCommit}: ${end.message}`,
      'Check that the repository and the branch of the run are still there.',
    );
  }
  return {
    outcome: 'read',
    diff: { baseCommit, headCommit, ...reader.finish(end.outcome === 'cut') },
  };
}

class DiffReader {
  readonly #limits: DiffLimits;
  #list: Buffer[] = [];
  #parser: PatchParser | null = null;
  #lines: LineSplitter | null = null;
  #bytes = 0;
  #totals = { additions: 0, deletions: 0, leftOutFiles: 0 };

  constructor(limits: DiffLimits) {
    this.#limits = limits;
  }

  take(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limits.bytes) return false;
    if (this.#lines !== null) return this.#lines.take(chunk);
    this.#list.push(chunk);
    // The end may lie across two chunks.
    const tail = this.#list.length > 1 ? Buffer.concat(this.#list.slice(-2)) : chunk;
    if (!tail.includes(END_OF_LIST)) return true;
    const all = Buffer.concat(this.#list);
    const end = all.indexOf(END_OF_LIST);
    this.#readList(all.subarray(0, end));
    return this.#lines === null || this.#takeRest(all.subarray(end + END_OF_LIST.length));
  }

  finish(isCut: boolean): Omit<ReviewDiff, 'baseCommit' | 'headCommit'> {
    if (isCut) this.#parser?.cut();
    return { ...this.#totals, files: this.#parser?.files ?? [] };
  }

  #takeRest(rest: Buffer): boolean {
    return this.#lines?.take(rest) ?? false;
  }

  #readList(list: Buffer): void {
    const listed = parseFileList(list.toString('utf8').split('\0'));
    const shown = listed.slice(0, this.#limits.files);
    const sum = (side: 'additions' | 'deletions') =>
      listed.reduce((total, { file }) => total + file[side], 0);
    this.#totals = {
      additions: sum('additions'),
      deletions: sum('deletions'),
      leftOutFiles: listed.length - shown.length,
    };
    const parser = new PatchParser(shown, this.#limits);
    this.#parser = parser;
    this.#lines = new LineSplitter(this.#limits.lineBytes, (line, leftOut) =>
      parser.line(line, leftOut),
    );
  }
}

/** The commit that a run's diff begins at: where its branch and its base still agree. */
export async function mergeBaseOf({
  repository,
  baseBranch,
  head,
}: {
  readonly repository: string;
  readonly baseBranch: string;
  readonly head: string;
}): Promise<
  | { readonly outcome: 'found'; readonly commit: string }
  | { readonly outcome: 'failed'; readonly problem: Problem }
> {
  const found = await git(repository, 'merge-base', `refs/heads/${baseBranch}`, head);
  if (found.ok) return { outcome: 'found', commit: found.output };
  return failed(
    `"${baseBranch}" and ${head} have no commit in common${found.message === '' ? '' : `: ${found.message}`}.`,
    `Check that the base branch "${baseBranch}" is still there.`,
  );
}

function failed(message: string, nextStep: string): { outcome: 'failed'; problem: Problem } {
  return { outcome: 'failed', problem: { code: 'git_refused', message, nextStep } };
}
