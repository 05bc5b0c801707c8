import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestForge } from '../forge/test-forge.ts';
import { createRepository, git } from '../git-repository.ts';

export interface BranchOfRun {
  readonly base: string;
  readonly head: string;
}

export interface CompanyRepository {
  /** What the run that waits for its review has made. */
  readonly reviewed: BranchOfRun;
  /** What the run with the pull request has made. */
  readonly published: BranchOfRun;
}

export const PULL_NUMBER = 48;

/** The shop, with a branch and a worktree for each of two runs, one of them on the forge. */
export function createCompanyRepository(
  folder: string,
  home: string,
  forge: TestForge,
  runs: { readonly reviewed: string; readonly published: string },
): CompanyRepository {
  for (const project of ['api', 'docs']) createRepository(folder, project);
  const shop = createRepository(folder, 'shop');
  forge.connect(shop);
  write(shop, { 'src/cart/total.ts': TOTAL_BEFORE, 'src/cart/line.ts': LINE });
  const base = commit(shop, 'Add the cart');
  git(shop, 'push', '--quiet', '--force', 'origin', 'main');

  const reviewed = addWorktree(shop, home, runs.reviewed);
  write(reviewed, { 'src/cart/total.ts': TOTAL_AFTER, 'test/total.test.ts': TEST });
  const published = addWorktree(shop, home, runs.published);
  write(published, {
    'src/cart/line.ts': LINE.replace('quantity: number', 'readonly quantity: number'),
  });
  const heads = {
    reviewed: commit(reviewed, 'Round each line before the total'),
    published: commit(published, 'Make lines immutable'),
  };
  const branch = `fleetboard/${runs.published}/1`;
  git(shop, 'push', '--quiet', 'origin', branch);
  forge.state.pulls.push({
    ...{ number: PULL_NUMBER, headBranch: branch, baseBranch: 'main', author: 'ada' },
    ...{ title: 'Make lines of the cart immutable', body: '', state: 'open', isDraft: false },
    ...{ lastHead: heads.published, mergeCommit: null },
  });
  forge.setChecks(heads.published, 'test', 'success');
  forge.approve(PULL_NUMBER, heads.published, 'grace');
  return {
    reviewed: { base, head: heads.reviewed },
    published: { base, head: heads.published },
  };
}

function addWorktree(repository: string, home: string, run: string): string {
  const worktree = path.join(home, 'worktrees', `run-${run}-1`);
  git(repository, 'worktree', 'add', '--quiet', '-b', `fleetboard/${run}/1`, worktree, 'main');
  return worktree;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function commit(folder: string, message: string): string {
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}

const LINE = `/** One line of a cart. Prices are whole cents. */
export interface Line {
  readonly name: string;
  readonly cents: number;
  quantity: number;
}
`;

const TOTAL_BEFORE = `import type { Line } from './line.ts';

const TAX = 0.19;

/** What a person pays, in cents. */
export function total(lines: readonly Line[]): number {
  let sum = 0;
  for (const line of lines) {
    sum += line.cents * line.quantity;
  }
  return Math.round(sum * (1 + TAX));
}

export function isEmpty(lines: readonly Line[]): boolean {
  return lines.every((line) => line.quantity === 0);
}
`;

const TOTAL_AFTER = `import type { Line } from './line.ts';

const TAX = 0.19;

/** What a person pays, in cents. Each line is rounded on its own, as the invoice prints it. */
export function total(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + withTax(line), 0);
}

/** One line with its tax, in whole cents. */
export function withTax({ cents, quantity }: Line): number {
  return Math.round(cents * quantity * (1 + TAX));
}

export function isEmpty(lines: readonly Line[]): boolean {
  return lines.every((line) => line.quantity === 0);
}
`;

const TEST = `import { expect, test } from 'vitest';
import { total } from '../src/cart/total.ts';

test('each line is rounded before the total', () => {
  const lines = [
    { name: 'Pencil', cents: 99, quantity: 3 },
    { name: 'Paper', cents: 349, quantity: 1 },
  ];
  expect(total(lines)).toBe(353 + 415);
});
`;
