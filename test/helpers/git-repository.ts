import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_TERMINAL_PROMPT: '0' },
  }).trim();
}

/** A repository with one commit, ready to be worked on. */
export function createRepository(parent: string, name = 'shop'): string {
  const folder = path.join(parent, name);
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  git(folder, 'config', 'user.name', 'Test');
  git(folder, 'config', 'user.email', 'test@example.invalid');
  writeFileSync(path.join(folder, 'README.md'), '# Shop\n\nA small shop.\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '-m', 'Begin');
  return folder;
}
