import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../../../shared/problems.ts';
import { git } from '../worktrees/git.ts';

export type DemoRepository =
  | { readonly outcome: 'ready'; readonly folder: string }
  | { readonly outcome: 'demo_refused'; readonly problem: Problem };

const FILES: Readonly<Record<string, string>> = {
  'README.md': [
    '# Demo',
    '',
    'A small project that Fleetboard made, for its demo agent to work in.',
    'Delete the folder whenever you like; it is made again when it is needed.',
    '',
  ].join('\n'),
  'greeting.js': "export const greeting = 'Hello from the fleet';\n",
};

/** What is being made, by home: whoever asks meanwhile gets the same. */
const underWay = new Map<string, Promise<DemoRepository>>();

/**
 * The repository that the demo works in, made the first time. Whole or not at all: it is made beside its place and renamed.
 * Where git does not work it is a plain folder, which the demo agent works in as well.
 */
export function prepareDemoRepository(home: string): Promise<DemoRepository> {
  const known = underWay.get(home);
  if (known !== undefined) return known;
  const made = makeDemoRepository(home).finally(() => underWay.delete(home));
  underWay.set(home, made);
  return made;
}

async function makeDemoRepository(home: string): Promise<DemoRepository> {
  const folder = path.join(home, 'demo');
  const known = statSync(folder, { throwIfNoEntry: false });
  if (known?.isDirectory() === true) return { outcome: 'ready', folder };
  if (known !== undefined) {
    return refused(`${folder} is no folder.`, 'Move it away, then start the demo again.');
  }
  const beside = path.join(home, `.demo-${process.pid}.new`);
  try {
    rmSync(beside, { recursive: true, force: true });
    mkdirSync(beside);
    for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(beside, name), text);
    if (!(await commitEverything(beside))) {
      rmSync(path.join(beside, '.git'), { recursive: true, force: true });
    }
    if (!existsSync(folder)) renameSync(beside, folder);
    return { outcome: 'ready', folder };
  } catch (error) {
    return refused(
      `The demo folder could not be made: ${error instanceof Error ? error.message : String(error)}.`,
      `Make ${home} writable and see that its disk has room, then start the demo again.`,
    );
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** False where git is missing or refuses, as the one of a Mac does until its command line tools are installed. */
async function commitEverything(folder: string): Promise<boolean> {
  const steps = [
    ['init', '--quiet'],
    // Before git 2.28 `init` could not be told.
    ['symbolic-ref', 'HEAD', 'refs/heads/main'],
    // The commits of the demo must not depend on how this machine is set up.
    ['config', 'user.name', 'Fleetboard demo'],
    ['config', 'user.email', 'demo@fleetboard.invalid'],
    ['config', 'commit.gpgSign', 'false'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'A small project for the demo'],
  ];
  for (const step of steps) {
    const done = await git(folder, ...step);
    if (!done.ok) return false;
  }
  return true;
}

function refused(message: string, nextStep: string): DemoRepository {
  return { outcome: 'demo_refused', problem: { code: 'demo_refused', message, nextStep } };
}
