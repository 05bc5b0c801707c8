import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../../../../shared/problems.ts';
import { type GitResult, git } from '../../workers/worktrees/git.ts';
import { type Worktree, worktreeOfStart } from '../../workers/worktrees/prepare-work-folder.ts';
import { projectOf } from '../../workers/worktrees/project-of.ts';
import { tipOf } from './examine-base.ts';
import { removeWorktreeByForce } from './merge-place.ts';

export interface RunWorktreeRequest {
  readonly home: string;
  /** Any folder of the repository. */
  readonly repository: string;
  /** A local branch; null for the one that is checked out. */
  readonly baseBranch: string | null;
  readonly runId: string;
  /** Counts the chains of attempts of the run: each gets a worktree of its own. */
  readonly chain: number;
}

export interface RunWorktree extends Worktree {
  readonly baseBranch: string;
}

export type RunWorktreeRefusalCode =
  | 'folder_missing'
  | 'not_a_repository'
  | 'git_missing'
  | 'no_commit'
  | 'detached_head'
  | 'base_missing'
  | 'path_taken'
  | 'git_refused';

export type CreatedRunWorktree =
  /** `exists`: an earlier try made it; what is in it is as it was left. */
  | { readonly outcome: 'created' | 'exists'; readonly worktree: RunWorktree }
  | { readonly outcome: 'refused'; readonly problem: Problem & { code: RunWorktreeRefusalCode } };

type Refused = Extract<CreatedRunWorktree, { outcome: 'refused' }>;

/**
 * Gives a chain of attempts a worktree on the branch `fleetboard/<run>/<chain>`, from the tip of the base. The main
 * checkout is never touched. Asked again it answers with what is there. When all is well this starts two processes.
 */
export async function createRunWorktree(request: RunWorktreeRequest): Promise<CreatedRunWorktree> {
  const { home, runId, chain } = request;
  if (!existsSync(request.repository)) {
    return refused(
      'folder_missing',
      `The folder ${request.repository} is no longer there.`,
      'Restore the folder or start the run with one that exists.',
    );
  }
  const { root, isRepository } = await projectOf(request.repository);
  if (!isRepository) return notARepository(root);
  const base = await baseOf(root, request.baseBranch);
  if (base.outcome === 'refused') return base;

  const place = worktreeOfStart({ home, repository: root, taskId: runId, start: chain });
  const { path: target, branch } = place;
  const worktree = { ...place, baseBranch: base.branch, baseCommit: base.commit };
  if (existsSync(path.join(target, '.git')) && !isHalfMade(target)) {
    return existing(worktree);
  }
  await mkdir(path.dirname(target), { recursive: true });
  const added = await git(
    root,
    ...['worktree', 'add', '--quiet', '--no-track', '-b', branch, target, base.commit],
  );
  return added.ok ? { outcome: 'created', worktree } : tryAgain(worktree, added);
}

type Base =
  | { readonly outcome: 'found'; readonly branch: string; readonly commit: string }
  | Refused;

async function baseOf(root: string, wanted: string | null): Promise<Base> {
  if (wanted !== null) {
    const commit = await tipOf(root, wanted);
    return commit === null
      ? withoutBase(root, wanted)
      : { outcome: 'found', branch: wanted, commit };
  }
  const head = await git(root, 'rev-parse', 'HEAD^{commit}', '--symbolic-full-name', 'HEAD');
  const [commit = '', name = ''] = head.output.split('\n');
  if (!head.ok) return withoutHead(root, head);
  if (!name.startsWith('refs/heads/')) {
    return refused(
      'detached_head',
      `${root} has no branch checked out (its HEAD is detached), so there is no base to merge into later.`,
      'Name the base branch of the run, or check one out: git switch BRANCH.',
    );
  }
  return { outcome: 'found', branch: name.slice('refs/heads/'.length), commit };
}

async function withoutBase(root: string, wanted: string): Promise<Refused> {
  const head = await git(root, 'rev-parse', 'HEAD^{commit}');
  if (!head.ok) return withoutHead(root, head);
  const list = await git(root, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/');
  const branches = list.output.split('\n').filter((name) => !name.startsWith('fleetboard/'));
  return refused(
    'base_missing',
    `${root} has no local branch "${wanted}" to start from and to merge into.`,
    `Choose one that is there (${branches.slice(0, 10).join(', ')}), or create it: git branch ${wanted} COMMIT.`,
  );
}

/** Git does not know what HEAD is: nothing was committed yet, or it refuses to work here at all. */
async function withoutHead(
  root: string,
  refusal: Extract<GitResult, { ok: false }>,
): Promise<Refused> {
  if (refusal.missing) {
    return refused(
      'git_missing',
      'git was not found on PATH.',
      'Install git: runs need it for their branch and their review.',
    );
  }
  const inside = await git(root, 'rev-parse', '--is-inside-work-tree');
  if (inside.ok && inside.output === 'true') {
    return refused(
      'no_commit',
      `The repository ${root} has no commit yet, so there is nothing to branch from.`,
      'Commit once, then start the run again.',
    );
  }
  return gitRefused(root, inside.ok ? refusal.message : inside.message);
}

/** Git marks a worktree while it makes it; one that still bears the mark was never handed out. */
function isHalfMade(target: string): boolean {
  try {
    const pointer = readFileSync(path.join(target, '.git'), 'utf8');
    const entry = path.resolve(target, pointer.replace(/^gitdir: /, '').trim());
    return readFileSync(path.join(entry, 'locked'), 'utf8').trim() === 'initializing';
  } catch {
    return false;
  }
}

async function existing(worktree: RunWorktree): Promise<CreatedRunWorktree> {
  const { path: target, repository, branch, baseCommit } = worktree;
  const places = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
  const here = await git(target, ...places, '--show-toplevel');
  const there = await git(repository, ...places);
  const [shared, top] = here.output.split('\n');
  const isOurs = here.ok && there.ok && shared === there.output;
  if (!isOurs || top === undefined || realpathSync(top) !== realpathSync(target)) {
    return taken(target);
  }
  const tip = await tipOf(repository, branch);
  // The base may have moved since: the run began where the two still agree.
  const since = await git(repository, 'merge-base', baseCommit, tip ?? 'HEAD');
  return {
    outcome: 'exists',
    worktree: { ...worktree, baseCommit: since.ok ? since.output : baseCommit },
  };
}

/** Gets over what an earlier try or a person left in the way: a stale entry, half a worktree, the branch without its folder. */
async function tryAgain(
  worktree: RunWorktree,
  refusal: Extract<GitResult, { ok: false }>,
): Promise<CreatedRunWorktree> {
  const { repository, path: target, branch, baseCommit } = worktree;
  // Git makes the branch before it looks at the folder.
  const isOwnBranch = !/branch named .* already exists/.test(refusal.message);
  const undo = () =>
    isOwnBranch ? git(repository, 'update-ref', '-d', `refs/heads/${branch}`, baseCommit) : null;
  const isOurs = isHalfMade(target) || !existsSync(target);
  if (!isOurs && !(await isEmptyFolder(target))) {
    await undo();
    return taken(target);
  }
  await removeWorktreeByForce(repository, target);
  await git(repository, 'worktree', 'prune');
  const tip = await tipOf(repository, branch);
  const from = tip === null ? ['--no-track', '-b', branch, target, baseCommit] : [target, branch];
  const added = await git(repository, 'worktree', 'add', '--quiet', ...from);
  if (!added.ok) {
    await undo();
    return gitRefused(repository, added.message);
  }
  return tip === null || tip === baseCommit ? { outcome: 'created', worktree } : existing(worktree);
}

async function isEmptyFolder(target: string): Promise<boolean> {
  return (await readdir(target).catch(() => null))?.length === 0;
}

function taken(target: string): Refused {
  return refused(
    'path_taken',
    `${target} is where the run would work, and something else is there.`,
    'Save what you need from that folder and move it away.',
  );
}

function notARepository(root: string): Refused {
  return refused(
    'not_a_repository',
    `The folder ${root} is no git repository.`,
    'Runs need git for their branch and their review: run git init there and commit once, or choose a folder of a repository.',
  );
}

function gitRefused(repository: string, message: string): Refused {
  return refused(
    'git_refused',
    `git refused a worktree of ${repository}: ${message}`,
    'Resolve what git reports in the repository, then start the run again.',
  );
}

function refused(code: RunWorktreeRefusalCode, message: string, nextStep: string): Refused {
  return { outcome: 'refused', problem: { code, message, nextStep } };
}
