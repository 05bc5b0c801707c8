import path from 'node:path';
import type { ToolKind } from '../../../../shared/tasks.ts';

/** Under which names agents write the paths that a tool would touch, and the folder in which a command would run. */
const PATH_KEYS = [
  'path',
  'file_path',
  'filePath',
  'absolute_path',
  'abs_path',
  'dir_path',
  'notebook_path',
  'source',
  'destination',
  'old_path',
  'new_path',
  'cwd',
  'workdir',
  'directory',
] as const;

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash']);
const SHELL_FLAGS = new Set(['-c', '-lc', '-ic', '-lic']);
/** Edit tools name their actions so: {"command": "view", "path": "…"}. */
const ACTION = /^[a-z_]+$/;

/**
 * The shell line in an agent's raw input; agents write it as one string, as a program with arguments, or as an argument
 * list around a shell. Null when there is none.
 */
export function commandIn(rawInput: unknown, kind: ToolKind): string | null {
  if (!isRecord(rawInput)) return null;
  const { command, args } = rawInput;
  if (isTextList(command)) return lineOf(command);
  if (typeof command !== 'string') return null;
  if (isTextList(args)) return args.length === 0 ? command : `${command} ${lineOf(args)}`;
  if (typeof args === 'string' && args !== '') return `${command} ${args}`;
  const isAction = kind !== 'execute' && ACTION.test(command) && pathsIn(rawInput).length > 0;
  return isAction ? null : command;
}

/** Every path that the raw input names. */
export function pathsIn(rawInput: unknown): readonly string[] {
  if (!isRecord(rawInput)) return [];
  return PATH_KEYS.flatMap((key) => {
    const value = rawInput[key];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
}

function lineOf(words: readonly string[]): string {
  const [program = '', flag = '', script, ...rest] = words;
  const isShell = SHELLS.has(path.basename(program)) && SHELL_FLAGS.has(flag);
  if (isShell && script !== undefined && rest.length === 0) return script;
  return words.map(quoted).join(' ');
}

/** A word as one would type it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
