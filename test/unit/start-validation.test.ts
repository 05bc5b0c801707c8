import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  LARGEST_PROMPT_BYTES,
  problemsOfStart,
} from '../../electron/daemon/handlers/start-validation.ts';
import type { StartInput } from '../../shared/contract.ts';
import { ranWithOrdinaryRights } from '../helpers/ordinary-rights.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const PROBLEMS = fileURLToPath(new URL('../fixtures/problems-of-folder.ts', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder('validation');
});
afterEach(() => folder.remove());

const choices = { agents: ['demo', 'command'], profiles: ['careful'] };

function problems(change: Partial<StartInput>) {
  const input: StartInput = {
    kind: 'spawn',
    agent: 'demo',
    folder: folder.path,
    prompt: 'do it',
    profile: 'careful',
    shape: 'ship',
    ...change,
  };
  return problemsOfStart(input, choices);
}

describe('what is wrong with a new task', () => {
  it('is nothing when every field is right', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ prompt: 'x'.repeat(LARGEST_PROMPT_BYTES) })).toEqual([]);
  });

  it('is told for all fields at once', () => {
    const found = problems({ agent: 'nobody', profile: '', folder: '', prompt: ' \n ' });
    expect(found.map((problem) => problem.field)).toEqual(['agent', 'profile', 'folder', 'prompt']);
    expect(found[0]).toEqual({
      field: 'agent',
      found: '"nobody"',
      expected: 'one of demo, command',
    });
  });

  it('counts a prompt in bytes, as it is stored', () => {
    const [problem] = problems({ prompt: 'ü'.repeat(LARGEST_PROMPT_BYTES / 2 + 1) });
    expect(problem?.found).toBe('262,146 bytes');
    expect(problems({ prompt: 'a\0b' })[0]?.found).toBe('a NUL character');
  });

  it('names a folder that may not be read', () => {
    const locked = path.join(folder.path, 'locked');
    mkdirSync(locked);
    chmodSync(locked, 0o000);
    expect(ranWithOrdinaryRights(PROBLEMS, locked)).toEqual([
      {
        field: 'folder',
        found: `"${locked}", which may not be read`,
        expected: 'a folder that exists and may be read',
      },
    ]);
    chmodSync(locked, 0o755);
    expect(ranWithOrdinaryRights(PROBLEMS, locked)).toEqual([]);
  });

  it.each([
    ['not/absolute', 'a relative path'],
    ['/no/such/place', 'which does not exist'],
    ['a\0b', 'a NUL character'],
  ])('names the folder %j', (wrong, found) => {
    expect(problems({ folder: wrong })[0]?.found).toContain(found);
  });

  it('names a file that is no folder', () => {
    const file = path.join(folder.path, 'file');
    writeFileSync(file, '');
    expect(problems({ folder: file })[0]?.found).toContain('which is no folder');
  });
});
