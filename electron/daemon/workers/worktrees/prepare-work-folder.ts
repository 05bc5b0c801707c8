import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TaskKind, TaskShape } from '../../../../shared/tasks.ts';
import { type WorkError, workError } from '../../../../shared/work-errors.ts';
import { type GitResult, git } from './git.ts';
import { projectOf } from './project-of.ts';

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
 *
 * Starting a process costs the main process of a desktop application 20 ms of its thread: when all is well this starts
 * one. Git is asked for reasons only once it has refused.
 */
export async function prepareWorkFolder(request: WorkFolderRequest): Promise<PreparedWorkFolder> {
  const { home, folder, shape, kind, taskId, start } = request;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return failed('folder_missing', `The folder ${folder} is no longer there.`);
  }
  if (shape === 'scout' && kind !== 'attempt') {
    return inPlace(folder, 'Working in place: a scout only reads.');
  }
  const { root, isRepository } = await projectOf(folder);
  if (!isRepository) return inPlace(folder, 'Working in place: this is no git repository.');

  const { branch, path: target } = worktreeOfStart({ home, repository: root, taskId, start });
  await mkdir(path.dirname(target), { recursive: true });
  const added = await git(root, 'worktree', 'add', '--quiet', '-b', branch, target, 'HEAD');
  if (!added.ok) {
    const refused = await tryAgain(folder, added, target, branch);
    if (refused !== null) return refused;
  }
  const workFolder = path.resolve(realpathSync(target), path.relative(root, realpathSync(folder)));
  // A folder that git does not know yet is not part of the commit.
  await mkdir(workFolder, { recursive: true });
  return {
    outcome: 'ready',
    workFolder,
    worktree: { repository: root, path: target, branch, baseCommit: await tipOf(target, branch) },
    notes: [`Working in a worktree on branch ${branch}.`],
  };
}

/** Where the worktree of one start lies, and what its branch is called: known without asking anybody. */
export function worktreeOfStart({
  home,
  repository,
  taskId,
  start,
}: {
  readonly home: string;
  readonly repository: string;
  readonly taskId: string;
  readonly start: number;
}): Omit<Worktree, 'baseCommit'> {
  return {
    repository,
    path: path.join(worktreesFolderOf(home, repository), `${taskId}-${start}`),
    branch: `fleetboard/${taskId}/${start}`,
  };
}

/** The folder under a home that all worktrees of one repository are in. */
export function worktreesFolderOf(home: string, repository: string): string {
  const hash = createHash('sha256').update(repository).digest('hex').slice(0, 8);
  return path.join(home, 'worktrees', `${path.basename(repository)}-${hash}`);
}

/** What of the checkout is not in a worktree that was made from it, as a sentence; null when all of it is. */
export async function changesLeftBehind(worktree: Worktree): Promise<string | null> {
  const changes = await git(
    worktree.repository,
    'status',
    '--porcelain',
    '--untracked-files=normal',
  );
  if (!changes.ok || changes.output === '') return null;
  return 'Uncommitted changes of the checkout are not part of it.';
}

/** Gets over what an earlier try left in the way. Null when that helped, else why there is no worktree. */
async function tryAgain(
  folder: string,
  refusal: Extract<GitResult, { ok: false }>,
  target: string,
  branch: string,
): Promise<PreparedWorkFolder | null> {
  if (refusal.missing) return inPlace(folder, 'Working in place: git is not installed.');
  const here = await git(folder, 'rev-parse', '--show-toplevel', 'HEAD^{commit}');
  const [repository = '', commit = ''] = here.output.split('\n');
  if (!here.ok && repository === '') {
    return failed('worktree_refused', `git refuses to work in ${folder}: ${here.message}`);
  }
  if (!here.ok) {
    return failed(
      'worktree_refused',
      `The repository ${repository} has no commit yet; commit once, so that there is something to branch from.`,
    );
  }
  // A folder that went away leaves an entry that is in the way, and the failed try its branch; one that holds work is
  // never taken.
  await git(repository, 'worktree', 'prune');
  await git(repository, 'update-ref', '-d', `refs/heads/${branch}`, commit);
  const added = await git(repository, 'worktree', 'add', '--quiet', '-b', branch, target, commit);
  return added.ok ? null : failed('worktree_refused', `git refused a worktree: ${added.message}`);
}

/** The commit that a branch was just made from, read where git has just written it. */
async function tipOf(worktree: string, branch: string): Promise<string> {
  try {
    const pointer = await readFile(path.join(worktree, '.git'), 'utf8');
    const entry = path.resolve(worktree, pointer.replace(/^gitdir: /, '').trim());
    const shared = (await readFile(path.join(entry, 'commondir'), 'utf8')).trim();
    const tip = await readFile(path.resolve(entry, shared, 'refs', 'heads', branch), 'utf8');
    if (/^[0-9a-f]{40,64}$/.test(tip.trim())) return tip.trim();
  } catch {
    // Repositories may keep their references another way; git knows.
  }
  const head = await git(worktree, 'rev-parse', 'HEAD');
  return head.ok ? head.output : '';
}

function inPlace(folder: string, note: string): PreparedWorkFolder {
  return { outcome: 'ready', workFolder: realpathSync(folder), worktree: null, notes: [note] };
}

function failed(code: 'folder_missing' | 'worktree_refused', message: string): PreparedWorkFolder {
  return { outcome: 'failed', error: workError(code, message) };
}
