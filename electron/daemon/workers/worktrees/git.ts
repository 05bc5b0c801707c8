import { execFile } from 'node:child_process';

export type GitResult =
  | { readonly ok: true; readonly output: string }
  /** `missing`: git itself is not installed. `output` is what it printed before it refused. */
  | {
      readonly ok: false;
      readonly missing: boolean;
      /** Null when it did not end by itself. */
      readonly exitCode: number | null;
      readonly message: string;
      readonly output: string;
    };

/**
 * Where git was told to work, when Fleetboard itself was started by git (a hook, an alias). Whatever runs below would
 * otherwise act on that repository instead of the folder it is in.
 */
export const WITHOUT_GIT_LOCATIONS: Readonly<Record<string, undefined>> = {
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_PREFIX: undefined,
  GIT_COMMON_DIR: undefined,
  GIT_OBJECT_DIRECTORY: undefined,
};

/** Nobody asked for the project's hooks and file watchers to run because Fleetboard looks around. */
export const HARMLESS: readonly string[] = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
];

/** Without prompts, pagers, editors, optional locks or anybody's language. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...WITHOUT_GIT_LOCATIONS,
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'true',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  };
}

/** A status of a project with very many changes. */
const LARGEST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs git without prompts, pagers, hooks, optional locks or anybody's language. A refusal of git is a value. */
export async function git(folder: string, ...args: string[]): Promise<GitResult> {
  const options = {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: LARGEST_OUTPUT_BYTES,
    windowsHide: true,
    env: gitEnvironment(),
  } as const;
  return new Promise((resolve) => {
    const child = execFile('git', [...HARMLESS, ...args], options, (error, stdout, stderr) => {
      const output = stdout.replace(/\n$/, '');
      if (error === null) return resolve({ ok: true, output });
      const message = stderr.trim() || error.message;
      const exitCode = typeof error.code === 'number' ? error.code : null;
      resolve({ ok: false, missing: error.code === 'ENOENT', exitCode, message, output });
    });
    child.stdin?.end();
  });
}
