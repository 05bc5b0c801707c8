// What the start of an attempt adds to git itself in a large repository: npm run bench -- worktree
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commitLeftovers } from '../../electron/daemon/loops/git/commit-leftovers.ts';
import { createRunWorktree } from '../../electron/daemon/loops/git/create-run-worktree.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { median } from './queue/ratios.ts';
import { printTable } from './table.ts';

const FILES = 20_000;
const FILES_PER_FOLDER = 100;
const ROUNDS = 5;
/** Milliseconds that the start of an attempt may add. */
const BOUND_MS = 2_000;

const folder = temporaryFolder('bench-worktree');
const home = path.join(folder.path, 'home');
const repository = createRepository(folder.path);
for (let at = 0; at < FILES; at += 1) {
  const parent = path.join(repository, 'src', `part-${Math.floor(at / FILES_PER_FOLDER)}`);
  if (at % FILES_PER_FOLDER === 0) mkdirSync(parent, { recursive: true });
  writeFileSync(path.join(parent, `file-${at}.ts`), `export const value = ${at};\n`.repeat(20));
}
git(repository, 'add', '.');
git(repository, 'commit', '--quiet', '-m', `${FILES} files`);

/** Milliseconds that `git worktree add` itself took within one start, as git says: between rounds the machine differs. */
function gitsOwnMs(trace: string): number {
  const events = readFileSync(trace, 'utf8')
    .trim()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { event: string; sid: string; name?: string; t_abs: number },
    );
  const added = events.find(({ event, name }) => event === 'cmd_name' && name === 'worktree');
  const end = events.find(({ event, sid }) => event === 'atexit' && sid === added?.sid);
  return (end?.t_abs ?? Number.NaN) * 1_000;
}

async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const bare: number[] = [];
const started: number[] = [];
const added: number[] = [];
const again: number[] = [];
const leftovers: number[] = [];
const removed: number[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  const alone = path.join(folder.path, `alone-${round}`);
  const byGit = async () => {
    bare.push(
      await timed(() =>
        execFileSync('git', ['worktree', 'add', '--quiet', '-b', `alone-${round}`, alone], {
          cwd: repository,
        }),
      ),
    );
    git(repository, 'worktree', 'remove', '--force', alone);
  };
  const byFleetboard = async () => {
    const request = { home, repository, baseBranch: null, runId: `run-${round}`, chain: 1 };
    const trace = path.join(folder.path, `trace-${round}`);
    process.env.GIT_TRACE2_EVENT = trace;
    const startedMs = await timed(() => createRunWorktree(request));
    delete process.env.GIT_TRACE2_EVENT;
    started.push(startedMs);
    added.push(startedMs - gitsOwnMs(trace));
    again.push(await timed(() => createRunWorktree(request)));
    const made = await createRunWorktree(request);
    if (made.outcome === 'refused') throw new Error(made.problem.message);
    const { path: worktree, branch } = made.worktree;
    leftovers.push(await timed(() => commitLeftovers({ worktree, branch, message: 'Left' })));
    removed.push(await timed(() => git(repository, 'worktree', 'remove', '--force', worktree)));
  };
  // In turns, so that neither always finds the disk's caches warm.
  for (const run of round % 2 === 0 ? [byGit, byFleetboard] : [byFleetboard, byGit]) await run();
}
folder.remove();

const inMs = (values: readonly number[]) => `${median(values).toFixed(0)} ms`;
console.log(
  `git itself in a repository of ${FILES} files, medians: worktree add ${inMs(bare)}, worktree remove ${inMs(removed)}; createRunWorktree ${inMs(started)}`,
);
printTable(`What an attempt adds to that, ${ROUNDS} interleaved rounds, milliseconds`, [
  { name: 'createRunWorktree, without git worktree add', values: added, bound: BOUND_MS },
  { name: 'asked again for what is there', values: again, bound: BOUND_MS },
  { name: 'commitLeftovers, nothing left', values: leftovers, bound: BOUND_MS },
]);
