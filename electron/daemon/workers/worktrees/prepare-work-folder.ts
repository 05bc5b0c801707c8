import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { TaskKind, TaskShape } from '../../../../shared/tasks.ts';
import { type WorkError, workError } from '../../../../shared/work-errors.ts';
import { git } from './git.ts';

export interface WorkFolderRequest {
  readonly home: string;
  readonly folder: string;
  readonly taskId: string;
  /** Counts the starts of the task: each gets a worktree of its own. */
  readonly start: number;
  readonly shape: TaskShape;
  readonly kind: TaskKind;
}

export interface Worktree {
  readonly repository: string;
  readonly path: string;
  readonly branch: string;
  readonly baseCommit: string;
}

export type PreparedWorkFolder =
  | {
      readonly outcome: 'ready';
      readonly workFolder: string;
      /** Null when the work is done in place. */
      readonly worktree: Worktree | null;
      readonly notes: readonly string[];
    }
  | { readonly outcome: 'failed'; readonly error: WorkError };

/** A place in a repository that has something to branch from. */
interface Checkout {
  readonly repository: string;
  /** The folder below the top of the repository; empty at the top. */
  readonly prefix: string;
  readonly commit: string;
}

/**
 * Decides where a task works. What changes things in a git repository gets a worktree of its own on the branch
 * `fleetboard/<task>/<start>`, from the commit that is checked out; the main checkout is never touched. Scouts and
 * folders outside git are worked in place, and a note says so.
 */
export async function prepareWorkFolder(request: WorkFolderRequest): Promise<PreparedWorkFolder> {
  const { folder, shape, kind } = request;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return failed('folder_missing', `The folder ${folder} is no longer there.`);
  }
  if (shape === 'scout' && kind !== 'attempt') {
    return inPlace(folder, 'Working in place: a scout only reads.');
  }
  // In a large repository this takes its time; nothing but the notes waits for it.
  const status = git(folder, 'status', '--porcelain', '--untracked-files=normal');
  // One process tells all three, each on a line of its own.
  const here = await git(folder, 'rev-parse', '--show-toplevel', '--show-prefix', 'HEAD^{commit}');
  const [repository = '', prefix = '', commit = ''] = here.output.split('\n');
  if (here.ok) return addWorktree(request, { repository, prefix, commit }, status);
  if (here.missing) return inPlace(folder, 'Working in place: git is not installed.');
  if (here.message.includes('not a git repository')) {
    return inPlace(folder, 'Working in place: this is no git repository.');
  }
  if (repository === '') {
    return failed('worktree_refused', `git refuses to work in ${folder}: ${here.message}`);
  }
  return failed(
    'worktree_refused',
    `The repository ${repository} has no commit yet; commit once, so that there is something to branch from.`,
  );
}

async function addWorktree(
  { home, taskId, start }: WorkFolderRequest,
  { repository, prefix, commit }: Checkout,
  status: ReturnType<typeof git>,
): Promise<PreparedWorkFolder> {
  const hash = createHash('sha256').update(repository).digest('hex').slice(0, 8);
  const parent = path.join(home, 'worktrees', `${path.basename(repository)}-${hash}`);
  const branch = `fleetboard/${taskId}/${start}`;
  const target = path.join(parent, `${taskId}-${start}`);
  await mkdir(parent, { recursive: true });
  const add = () => git(repository, 'worktree', 'add', '--quiet', '-b', branch, target, commit);
  let added = await add();
  if (!added.ok) {
    // A folder that went away leaves an entry that is in the way, and the failed try its branch. Looking for them costs
    // processes only when something is; a branch that holds work is never taken.
    await git(repository, 'worktree', 'prune');
    await git(repository, 'update-ref', '-d', `refs/heads/${branch}`, commit);
    added = await add();
  }
  if (!added.ok) return failed('worktree_refused', `git refused a worktree: ${added.message}`);
  const notes = [`Working in a worktree on branch ${branch}.`];
  const changes = await status;
  if (changes.ok && changes.output !== '') {
    notes.push('Uncommitted changes of the checkout are not part of it.');
  }
  const workFolder = path.resolve(realpathSync(target), prefix);
  // A folder that git does not know yet is not part of the commit.
  await mkdir(workFolder, { recursive: true });
  return {
    outcome: 'ready',
    workFolder,
    worktree: { repository, path: target, branch, baseCommit: commit },
    notes,
  };
}

function inPlace(folder: string, note: string): PreparedWorkFolder {
  return { outcome: 'ready', workFolder: realpathSync(folder), worktree: null, notes: [note] };
}

function failed(code: 'folder_missing' | 'worktree_refused', message: string): PreparedWorkFolder {
  return { outcome: 'failed', error: workError(code, message) };
}
