import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { folderSize, SizeBound } from '../loops/git/folder-size.ts';
import { type Finding, ok, warn } from './finding.ts';
import type { StoredFacts } from './stored-facts.ts';

type WorktreeUse = Pick<StoredFacts, 'foldersInUse' | 'openRunIds' | 'isKnown'>;

/** All of them together: a person waits for the answer. */
const MEASURED_ENTRIES = 500_000;
const MEASURED_MS = 5_000;
const NAMED = 10;

/**
 * Worktrees stay for review; what belongs to no open run and no open task is left over, and is listed with its size. One
 * whose repository is gone is of no use to anybody.
 */
export async function examineWorktrees(home: string, use: WorktreeUse): Promise<Finding[]> {
  const folders = worktreesIn(path.join(home, 'worktrees'));
  const broken = folders.filter((folder) => !isOfARepository(folder));
  const sound = folders.filter((folder) => !broken.includes(folder));
  const findings = [ok('Worktrees', await inWords(sound, use))];
  if (broken.length === 0) return findings;
  return [
    warn(
      'Worktrees',
      `${broken.length} of ${folders.length} belong to no repository any more: ${await listOf(broken)}.`,
      'Save what you need from them, then delete those folders.',
    ),
    ...findings,
  ];
}

async function inWords(folders: readonly string[], use: WorktreeUse): Promise<string> {
  if (folders.length === 0 || !use.isKnown) return String(folders.length);
  const left = folders.filter(
    (folder) => !isWithin(folder, use.foldersInUse) && !isOfRun(folder, use.openRunIds),
  );
  const inUse = `${folders.length}, ${folders.length - left.length} in use`;
  return left.length === 0 ? inUse : `${inUse}; the others wait for review: ${await listOf(left)}`;
}

/** Largest first. */
async function listOf(folders: readonly string[]): Promise<string> {
  const bound = new SizeBound(MEASURED_ENTRIES, MEASURED_MS);
  const measured: { folder: string; bytes: number; isWhole: boolean }[] = [];
  for (const folder of folders) {
    measured.push({ folder, ...(await folderSize(folder, bound)) });
  }
  measured.sort((one, other) => other.bytes - one.bytes);
  const total = measured.reduce((sum, { bytes }) => sum + bytes, 0);
  const named = measured
    .slice(0, NAMED)
    .map(({ folder, bytes, isWhole }) => `${folder} (${sizeWords(bytes, isWhole)})`);
  const more = measured.length > NAMED ? ` and ${measured.length - NAMED} more` : '';
  const isWhole = measured.every((one) => one.isWhole);
  return `${sizeWords(total, isWhole)} in ${named.join(', ')}${more}`;
}

function sizeWords(bytes: number, isWhole: boolean): string {
  const megabytes = bytes / 1_000_000;
  const size =
    megabytes < 1_000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1_000).toFixed(1)} GB`;
  return isWhole ? size : `at least ${size}`;
}

function worktreesIn(parent: string): string[] {
  return foldersIn(parent).flatMap(foldersIn);
}

function foldersIn(parent: string): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(parent, name));
}

function isOfARepository(folder: string): boolean {
  try {
    const pointer = readFileSync(path.join(folder, '.git'), 'utf8');
    return existsSync(path.resolve(folder, pointer.replace(/^gitdir: /, '').trim()));
  } catch {
    return false;
  }
}

/** A task may work in a folder below the top of its worktree. */
function isWithin(worktree: string, folders: ReadonlySet<string>): boolean {
  const top = realpathSync(worktree);
  return [...folders].some((folder) => folder === top || folder.startsWith(`${top}${path.sep}`));
}

/** `<run>-<chain>`, or `<run>-merge` while it is being merged. */
function isOfRun(worktree: string, runIds: ReadonlySet<string>): boolean {
  const [, runId] = /^(.+)-(?:\d+|merge)$/.exec(path.basename(worktree)) ?? [];
  return runId !== undefined && runIds.has(runId);
}
