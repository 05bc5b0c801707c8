import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const LONGEST_PATH = 4_096;

/**
 * Where a path leads relative to the work folder after `..` and symbolic links, with `/` between its parts; null when
 * it leads out of it, or when it cannot be told where it leads.
 */
export function insideFolder(folder: string, location: string): string | null {
  const written = asPath(location);
  if (written === null) return null;
  let root: string;
  try {
    root = realpathSync(folder);
  } catch {
    return null;
  }
  // Programs differ in whether `link/..` means the link's own folder: both must lead to the same place.
  const straight = realTarget(path.resolve(root, written));
  const followed = written.includes('..') ? followedTarget(root, written) : straight;
  if (straight === null || straight !== followed) return null;
  const relative = path.relative(root, straight);
  if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
    return null;
  }
  return relative.split(path.sep).join('/');
}

/** Whether a path inside the folder fits one of the patterns: `**` crosses folders, `*` does not. */
export function pathIsCovered(relative: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => expressionOf(pattern).test(relative));
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern
    .replace(/^\.\//, '')
    .split(/(\*\*\/|\*\*|\*)/)
    .map((part) => {
      switch (part) {
        case '**/':
          return '(?:.*/)?';
        case '**':
          return '.*';
        case '*':
          return '[^/]*';
        default:
          return part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
      }
    });
  return new RegExp(`^${parts.join('')}$`, 's');
}

/** The location as a path of this system; null for what an agent may read otherwise than it is written. */
function asPath(location: string): string | null {
  if (location.length > LONGEST_PATH || location.includes('\0')) return null;
  if (/^[~$%]/.test(location)) return null;
  if (!/^[a-z][a-z0-9+.-]+:/i.test(location)) return location;
  try {
    return fileURLToPath(location);
  } catch {
    return null;
  }
}

/** The real path of what exists of a path, and the rest as it stands. A dangling link leads nobody knows where. */
function realTarget(location: string): string | null {
  const missing: string[] = [];
  let existing = location;
  for (;;) {
    try {
      return path.join(realpathSync(existing), ...missing);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return null;
    }
    if (lstatSync(existing, { throwIfNoEntry: false }) !== undefined) return null;
    const parent = path.dirname(existing);
    if (parent === existing) return null;
    missing.unshift(path.basename(existing));
    existing = parent;
  }
}

/** As the kernel reads it: every link is followed before the `..` behind it counts. */
function followedTarget(root: string, written: string): string | null {
  let target: string | null = path.isAbsolute(written) ? path.parse(written).root : root;
  for (const part of written.slice(path.parse(written).root.length).split(/[\\/]/)) {
    if (target === null) return null;
    if (part === '' || part === '.') continue;
    target = part === '..' ? path.dirname(target) : realTarget(path.join(target, part));
  }
  return target;
}
