import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
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

/**
 * Decides where a task works. What changes things in a git repository gets a worktree of its own on the branch
 * `fleetboard/<task>/<start>`, from the commit that is checked out; the main checkout is never touched. Scouts and
 * folders outside git are worked in place, and a note says so.
 */
export async function prepareWorkFolder(request: WorkFolderRequest): Promise<PreparedWorkFolder> {
  const { folder, shape, kind } = request;
  if (!existsSync(folder)) {
    return failed('folder_missing', `The folder ${folder} is no longer there.`);
  }
  const here = await git(folder, 'rev-parse', '--show-toplevel', '--show-prefix');
  if (!here.ok) {
    const why = here.missing ? 'git is not installed' : 'this is no git repository';
    return inPlace(folder, `Working in place: ${why}.`);
  }
  if (shape === 'scout' && kind !== 'attempt') {
    return inPlace(folder, 'Working in place: a scout only reads.');
  }
  const [top = folder, prefix = ''] = here.output.split('\n');
  const [head, status] = await Promise.all([
    git(top, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}'),
    git(top, 'status', '--porcelain', '--untracked-files=no'),
  ]);
  if (!head.ok) {
    return failed(
      'worktree_refused',
      `The repository ${top} has no commit yet; commit once, so that there is something to branch from.`,
    );
  }
  return addWorktree(request, top, prefix, head.output, status.ok && status.output !== '');
}

async function addWorktree(
  { home, taskId, start }: WorkFolderRequest,
  repository: string,
  prefix: string,
  baseCommit: string,
  isDirty: boolean,
): Promise<PreparedWorkFolder> {
  const hash = createHash('sha256').update(repository).digest('hex').slice(0, 8);
  const parent = path.join(home, 'worktrees', `${path.basename(repository)}-${hash}`);
  const branch = `fleetboard/${taskId}/${start}`;
  const target = path.join(parent, `${taskId}-${start}`);
  await mkdir(parent, { recursive: true });
  const add = () => git(repository, 'worktree', 'add', '--quiet', '-b', branch, target, baseCommit);
  let added = await add();
  if (!added.ok) {
    // A folder that went away leaves an entry that can be in the way; pruning costs a process only when something is.
    await git(repository, 'worktree', 'prune');
    added = await add();
  }
  if (!added.ok) return failed('worktree_refused', `git refused a worktree: ${added.message}`);
  const notes = [`Working in a worktree on branch ${branch}.`];
  if (isDirty) notes.push('Uncommitted changes of the checkout are not part of it.');
  const workFolder = path.join(realpathSync(target), prefix);
  // A folder that git does not know yet is not part of the commit.
  await mkdir(workFolder, { recursive: true });
  return {
    outcome: 'ready',
    workFolder,
    worktree: { repository, path: target, branch, baseCommit },
    notes,
  };
}

function inPlace(folder: string, note: string): PreparedWorkFolder {
  return { outcome: 'ready', workFolder: realpathSync(folder), worktree: null, notes: [note] };
}

function failed(code: 'folder_missing' | 'worktree_refused', message: string): PreparedWorkFolder {
  return { outcome: 'failed', error: workError(code, message) };
}
