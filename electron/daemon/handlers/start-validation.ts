import { opendirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { StartInput } from '../../../shared/contract.ts';
import type { FieldProblem } from '../../../shared/problems.ts';

/** Enough for any instruction; more belongs into a file that the prompt names. */
export const LARGEST_PROMPT_BYTES = 256 * 1024;

/** What a new task is checked against. */
export interface StartChoices {
  readonly agents: readonly string[];
  readonly profiles: readonly string[];
}

/** Everything that is wrong with an input, by field. Empty: it can be queued. */
export function problemsOfStart(input: StartInput, choices: StartChoices): FieldProblem[] {
  return [
    ...problemsOfChoice('agent', input.agent, choices.agents),
    ...problemsOfChoice('profile', input.profile, choices.profiles),
    ...problemsOfFolder(input.folder),
    ...problemsOfPrompt(input.prompt),
  ];
}

export function problemsOfPrompt(prompt: string): FieldProblem[] {
  if (prompt.trim() === '') {
    return [{ field: 'prompt', found: 'nothing', expected: 'what the agent should do' }];
  }
  const bytes = Buffer.byteLength(prompt);
  if (bytes > LARGEST_PROMPT_BYTES) {
    return [
      {
        field: 'prompt',
        found: `${bytes.toLocaleString('en')} bytes`,
        expected: `at most ${LARGEST_PROMPT_BYTES.toLocaleString('en')} bytes; put long material into a file in the folder and name it in the prompt`,
      },
    ];
  }
  if (prompt.includes('\0')) {
    return [{ field: 'prompt', found: 'a NUL character', expected: 'text' }];
  }
  return [];
}

function problemsOfChoice(
  field: string,
  found: string,
  offered: readonly string[],
): FieldProblem[] {
  if (offered.includes(found)) return [];
  return [
    {
      field,
      found: found === '' ? 'nothing' : `"${shortened(found)}"`,
      expected: `one of ${offered.join(', ')}`,
    },
  ];
}

function problemsOfFolder(folder: string): FieldProblem[] {
  const problem = (found: string, expected = 'a folder that exists and may be read') => [
    { field: 'folder', found, expected },
  ];
  if (folder.trim() === '') return problem('nothing', 'the absolute path of a folder');
  if (folder.includes('\0')) return problem('a NUL character', 'a path');
  const shown = `"${shortened(folder)}"`;
  if (!path.isAbsolute(folder)) return problem(`${shown}, a relative path`, 'an absolute path');
  try {
    if (!statSync(folder).isDirectory()) return problem(`${shown}, which is no folder`);
    opendirSync(folder).closeSync();
    return [];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return problem(`${shown}, which does not exist`);
    if (code === 'EACCES' || code === 'EPERM') return problem(`${shown}, which may not be read`);
    return problem(`${shown} (${String(code ?? error)})`);
  }
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
