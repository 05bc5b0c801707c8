import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ConfigurationProblem, nameSchema } from '../../../shared/configuration.ts';
import type { FieldProblem, Problem } from '../../../shared/problems.ts';
import type {
  SettingsChange,
  SettingsWriteInput,
  SettingsWriteOutcome,
} from '../../../shared/settings.ts';
import { settingOf } from '../../../shared/settings-manifest.ts';
import { NO_FILE, stampOf } from './configuration-file.ts';
import { editJsonc } from './edit-jsonc.ts';
import { parseConfiguration } from './parse-configuration.ts';
import { readJsonc } from './read-jsonc.ts';
import { replaceFile } from './replace-file.ts';

type Read =
  | { readonly outcome: 'read'; readonly text: string; readonly stamp: string }
  | Extract<SettingsWriteOutcome, { outcome: 'unreadable_file' | 'not_written' }>;

/**
 * Edits config.json in place. What is written is judged as a whole first: a change that would be left out by whoever reads
 * the file is refused by name. Reads and writes without a pause between, so that within this process nothing comes
 * between them; another one that writes in the same moment is noticed up to the rename.
 */
export function writeSettings(file: string, input: SettingsWriteInput): SettingsWriteOutcome {
  const read = readForEdit(file);
  if (read.outcome !== 'read') return read;
  if (read.stamp !== input.stamp) return { outcome: 'changed_meanwhile' };
  const parsed = readJsonc(read.text);
  const unreadable = whyNotEdited(file, parsed);
  if (unreadable !== null) return { outcome: 'unreadable_file', problem: unreadable };

  const unknown = input.changes.flatMap(problemOfPath);
  if (unknown.length > 0) return { outcome: 'invalid', problems: unknown };
  const edited = withChanges(read.text, input.changes);
  if (typeof edited !== 'string') return { outcome: 'invalid', problems: [edited] };
  const problems = newProblems(parsed.outcome === 'read' ? parsed.value : {}, edited);
  if (problems.length > 0) return { outcome: 'invalid', problems };

  if (edited === read.text) return { outcome: 'written', stamp: read.stamp };
  const again = readForEdit(file);
  if (again.outcome === 'read' && again.stamp !== read.stamp) {
    return { outcome: 'changed_meanwhile' };
  }
  try {
    replaceFile(file, edited);
  } catch (error) {
    return { outcome: 'not_written', problem: problemOfSystem(file, error) };
  }
  return { outcome: 'written', stamp: stampOf(Buffer.from(edited)) };
}

function readForEdit(file: string): Read {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { outcome: 'read', text: '', stamp: NO_FILE };
    return { outcome: 'not_written', problem: problemOfSystem(file, error) };
  }
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) {
    const problem = unreadableProblem(file, 'it is not written in UTF-8');
    return { outcome: 'unreadable_file', problem };
  }
  return { outcome: 'read', text, stamp: stampOf(bytes) };
}

function whyNotEdited(file: string, read: ReturnType<typeof readJsonc>): Problem | null {
  if (read.outcome === 'unreadable') {
    return unreadableProblem(file, `found ${read.problem.found}`);
  }
  // Nobody can tell which of two keys is meant, and an edit might change the one that is not read.
  if (read.misleading !== null) return unreadableProblem(file, `found ${read.misleading.found}`);
  const isObject =
    typeof read.value === 'object' && read.value !== null && !Array.isArray(read.value);
  return isObject ? null : unreadableProblem(file, 'its outermost value is no object');
}

function unreadableProblem(file: string, why: string): Problem {
  return {
    code: 'unreadable_file',
    message: `${file} cannot be edited here: ${why}.`,
    nextStep: 'Correct it in an editor. Nothing was written.',
  };
}

const ENTRIES: Readonly<Record<string, (rest: readonly string[]) => FieldProblem[]>> = {
  agents: ([name = '', field, ...deeper]) => [
    ...problemsOfName('agents', name),
    ...(name === 'demo' || name === 'command'
      ? [{ field: 'name', found: `"${name}"`, expected: 'a name that no built-in agent has' }]
      : []),
    ...(deeper.length > 0 && field !== 'env'
      ? [notASetting(['agents', name, field ?? '', ...deeper])]
      : []),
  ],
  profiles: ([name = '', field, ...deeper]) => [
    ...problemsOfName('profiles', name),
    ...(deeper.length > 0 ? [notASetting(['profiles', name, field ?? '', ...deeper])] : []),
  ],
  projects: ([folder = '', field, ...deeper]) => {
    if (!path.isAbsolute(folder)) {
      return [
        { field: 'projects', found: `"${folder}"`, expected: 'the absolute path of a repository' },
      ];
    }
    return field === 'notify' && deeper.length === 0
      ? []
      : [notASetting(['projects', folder, field ?? ''])];
  },
};

/** Asked before the edit: whoever reads the file passes over a name that no object can have. */
function problemsOfName(section: string, name: string): FieldProblem[] {
  const named = nameSchema.safeParse(name);
  if (named.success) return [];
  return named.error.issues.map(({ message }) => ({
    field: `${section}.${name}`,
    found: `"${name}"`,
    expected: message,
  }));
}

/** What may be changed from outside: the manifest, and entries that have a place in the window. */
function problemOfPath({ path: keys, value }: SettingsChange): FieldProblem[] {
  const [section = '', ...rest] = keys;
  if (keys.length === 2 && settingOf(keys.join('.')) !== undefined) return [];
  const entries = Object.hasOwn(ENTRIES, section) ? ENTRIES[section] : undefined;
  if (entries === undefined || rest.length === 0) return [notASetting(keys)];
  // What could not be added may still be taken away.
  if (value === null && keys.length === 2) return [];
  return entries(rest);
}

function notASetting(keys: readonly string[]): FieldProblem {
  return { field: keys.join('.'), found: 'no setting', expected: 'a key of docs/settings.md' };
}

function withChanges(text: string, changes: readonly SettingsChange[]): string | FieldProblem {
  let edited = text;
  for (const { path: keys, value } of changes) {
    const result = editJsonc(edited, keys, value === null ? undefined : value);
    if (result.outcome === 'no_object') {
      return {
        field: result.path.join('.'),
        found: `a value of type ${String(result.found)}`,
        expected: 'an object',
      };
    }
    edited = result.text;
  }
  return edited;
}

/** What is wrong after the edit and was not before: old mistakes elsewhere do not keep a person from correcting one. */
function newProblems(before: unknown, edited: string): FieldProblem[] {
  const after = readJsonc(edited);
  if (after.outcome === 'unreadable') throw new Error(`edited into ${after.problem.found}`);
  if (after.misleading !== null) {
    const { path: field, expected } = after.misleading;
    return [{ field, expected, found: `"${field}"` }];
  }
  const known = parseConfiguration(before).problems.map((problem) => JSON.stringify(problem));
  return parseConfiguration(after.value)
    .problems.filter((problem) => !known.includes(JSON.stringify(problem)))
    .map(asField);
}

function asField({ path: field, expected, found }: ConfigurationProblem): FieldProblem {
  return { field, expected, found };
}

function problemOfSystem(file: string, error: unknown): Problem {
  const code = codeOf(error);
  const message = `${file} could not be written (${code}).`;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return {
        code: 'file_not_writable',
        message,
        nextStep: 'Make the file and its folder writable for the user who runs Fleetboard.',
      };
    case 'ENOSPC':
    case 'EDQUOT':
      return { code: 'disk_full', message, nextStep: 'Make room on its disk, then try again.' };
    case 'ENOENT':
      return {
        code: 'folder_missing',
        message,
        nextStep: 'Bring its folder back, then try again.',
      };
    default:
      return {
        code: 'file_not_written',
        message,
        nextStep: 'Look at the file and its folder, then try again.',
      };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
