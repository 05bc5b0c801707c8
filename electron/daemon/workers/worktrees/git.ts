import { execa } from 'execa';

export type GitResult =
  | { readonly ok: true; readonly output: string }
  /** `missing`: git itself is not installed. */
  | { readonly ok: false; readonly missing: boolean; readonly message: string };

/** Runs git without prompts, pagers, optional locks or anybody's language. A refusal of git is a value. */
export async function git(folder: string, ...args: string[]): Promise<GitResult> {
  const result = await execa('git', args, {
    cwd: folder,
    reject: false,
    stdin: 'ignore',
    env: { GIT_TERMINAL_PROMPT: '0', GIT_PAGER: 'cat', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
  });
  if (!result.failed) return { ok: true, output: result.stdout };
  return {
    ok: false,
    missing: result.code === 'ENOENT',
    message: (result.stderr || result.shortMessage || 'git failed').trim(),
  };
}
