import { spawn } from 'node:child_process';
import { gitEnvironment, HARMLESS } from '../../workers/worktrees/git.ts';

export type GitStreamEnd =
  | { readonly outcome: 'ended' }
  /** `onChunk` had enough. */
  | { readonly outcome: 'cut' }
  | { readonly outcome: 'failed'; readonly message: string };

const KEPT_ERROR_CHARACTERS = 4_000;

/** Runs git and hands on what it prints as it comes, however much that is. `onChunk` says whether it wants more. */
export async function gitStream(
  folder: string,
  args: readonly string[],
  onChunk: (chunk: Buffer) => boolean,
): Promise<GitStreamEnd> {
  const child = spawn('git', [...HARMLESS, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    env: { ...gitEnvironment(), GIT_DIFF_OPTS: undefined },
  });
  return new Promise((resolve) => {
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-KEPT_ERROR_CHARACTERS);
    });
    child.stdout.on('data', (chunk: Buffer) => {
      if (onChunk(chunk)) return;
      child.stdout.destroy();
      child.kill('SIGKILL');
      resolve({ outcome: 'cut' });
    });
    child.once('error', (error) => resolve({ outcome: 'failed', message: error.message }));
    child.once('close', (code) => {
      if (code === 0) return resolve({ outcome: 'ended' });
      resolve({ outcome: 'failed', message: errors.trim() || `git ended with ${code}` });
    });
  });
}
