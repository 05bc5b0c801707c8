import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openInEditor } from '../../electron/daemon/loops/open-editor.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder('editor');
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

/** An editor that writes down what it is asked to open. */
function editor(name: string): {
  readonly command: string;
  readonly opened: () => Promise<string>;
} {
  const command = path.join(folder.path, name);
  const witness = `${command}.opened`;
  writeFileSync(
    command,
    `#!/bin/sh\nprintf '%s\\n' "$@" > "${witness}.part"\nmv "${witness}.part" "${witness}"\n`,
    {
      mode: 0o755,
    },
  );
  return {
    command,
    opened: () =>
      vi.waitFor(() => {
        expect(existsSync(witness)).toBe(true);
        return readFileSync(witness, 'utf8');
      }),
  };
}

describe('a worktree is opened', () => {
  it('in the editor of the configuration, as its last argument', async () => {
    const { command, opened } = editor('mine');
    const answer = await openInEditor(folder.path, { command, args: ['--wait'] });
    expect(answer).toEqual({ outcome: 'editor_opened', command });
    expect(await opened()).toBe(`--wait\n${folder.path}\n`);
  });

  it('in one that is installed, where none is configured', async () => {
    const { opened } = editor('code');
    vi.stubEnv('PATH', `${folder.path}:/usr/bin:/bin`);
    expect(await openInEditor(folder.path, { args: [] })).toEqual({
      outcome: 'editor_opened',
      command: 'code',
    });
    expect(await opened()).toBe(`${folder.path}\n`);
  });
});

describe('a worktree is not opened, and the answer says why', () => {
  it.each([
    ['its folder is gone', () => openInEditor('/nowhere/at/all', { args: [] }), '/nowhere/at/all'],
    [
      'the configured editor cannot be started',
      () => openInEditor('/', { command: '/nowhere/editor', args: [] }),
      '/nowhere/editor',
    ],
  ])('when %s', async (_when, open, named) => {
    const answer = await open();
    expect(answer).toMatchObject({
      outcome: 'editor_failed',
      problem: { message: expect.stringContaining(named) },
    });
  });

  it('when there is none', async () => {
    vi.stubEnv('PATH', folder.path);
    expect(await openInEditor('/', { args: [] })).toMatchObject({ outcome: 'editor_failed' });
  });
});
