import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gitEnvironment } from '../../workers/worktrees/git.ts';

export interface HookedGit {
  readonly outcome: 'succeeded' | 'failed' | 'timed_out';
  /** The last of what git and the hooks printed. */
  readonly output: string;
  /** The hook that said no; null when none did. */
  readonly failedHook: string | null;
}

export interface HookedGitOptions {
  /** On top of git's own. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly longestMs?: number;
}

/** A hook may run a project's whole test suite. */
const LONGEST_MS = 15 * 60_000;
const KEPT_OUTPUT_CHARACTERS = 8_000;
const HAS_GROUPS = process.platform !== 'win32';

/**
 * Runs git as a person would, with the hooks of the project. In a process group of its own, so that what ends the
 * daemon (Ctrl-C in its terminal) does not end git between two files. Output goes to a file: a hook that leaves
 * something running would keep a pipe open.
 */
export async function gitWithHooks(
  folder: string,
  hooksFolder: string,
  args: readonly string[],
  options: HookedGitOptions = {},
): Promise<HookedGit> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'fleetboard-git-'));
  try {
    const printed = path.join(scratch, 'output');
    const trace = path.join(scratch, 'trace');
    const end = await run(folder, hooksFolder, args, printed, trace, options);
    const output = (await readFile(printed, 'utf8')).trim().slice(-KEPT_OUTPUT_CHARACTERS);
    if (end === 'timed_out') return { outcome: end, output, failedHook: null };
    if (end.error !== null) return { outcome: 'failed', output: end.error, failedHook: null };
    return {
      outcome: end.code === 0 ? 'succeeded' : 'failed',
      output,
      failedHook: failedHookIn(await readFile(trace, 'utf8').catch(() => '')),
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

type End = 'timed_out' | { readonly code: number | null; readonly error: string | null };

function run(
  folder: string,
  hooksFolder: string,
  args: readonly string[],
  printed: string,
  trace: string,
  { environment = {}, longestMs = LONGEST_MS }: HookedGitOptions,
): Promise<End> {
  const file = openSync(printed, 'a');
  // Nothing of housekeeping may outlive the command in a worktree that is about to go.
  const settings = ['gc.auto=0', 'maintenance.auto=false', 'core.fsmonitor=false'];
  const child = spawn(
    'git',
    [
      '-c',
      `core.hooksPath=${hooksFolder}`,
      ...settings.flatMap((setting) => ['-c', setting]),
      ...args,
    ],
    {
      cwd: folder,
      stdio: ['ignore', file, file],
      detached: HAS_GROUPS,
      windowsHide: true,
      env: {
        ...gitEnvironment(),
        ...environment,
        GIT_TRACE2_EVENT: trace,
        GIT_TRACE2_PARENT_SID: undefined,
      },
    },
  );
  closeSync(file);
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      endGroup(child.pid);
      resolve('timed_out');
    }, longestMs);
    const settle = (end: End) => {
      clearTimeout(timer);
      resolve(end);
    };
    child.once('error', (error) => settle({ code: null, error: error.message }));
    child.once('exit', (code) => settle({ code, error: null }));
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(HAS_GROUPS ? -pid : pid, 'SIGKILL');
  } catch {
    // It ended in the same moment.
  }
}

interface TraceEvent {
  readonly event?: string;
  readonly sid?: string;
  readonly child_id?: number;
  readonly hook_name?: string;
  readonly code?: number;
}

/** Git's own trace tells hooks from everything else that can fail. Commands that a hook runs trace into the same file, as children. */
function failedHookIn(trace: string): string | null {
  const events = trace
    .split('\n')
    .flatMap((line) => parsed(line) ?? [])
    .filter(({ sid }) => sid?.includes('/') === false);
  const failed = events
    .filter(({ event, code }) => event === 'child_exit' && code !== 0)
    .map(({ child_id }) => child_id);
  const hook = events.find(
    ({ event, hook_name, child_id }) =>
      event === 'child_start' && hook_name !== undefined && failed.includes(child_id),
  );
  return hook?.hook_name ?? null;
}

function parsed(line: string): TraceEvent | null {
  try {
    return JSON.parse(line) as TraceEvent;
  } catch {
    return null;
  }
}
