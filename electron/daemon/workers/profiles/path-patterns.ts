import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { globToExpression } from './command-patterns.ts';

/**
 * Where a path leads relative to the work folder after `..` and symbolic links, with `/` between its parts;
 * null when it leads out of it.
 */
export function insideFolder(folder: string, location: string): string | null {
  if (location.includes('\0')) return null;
  const root = realpathSync(folder);
  const target = realTarget(path.resolve(root, location));
  if (target === null) return null;
  const relative = path.relative(root, target);
  if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
    return null;
  }
  return relative.split(path.sep).join('/');
}

/** Whether a path inside the folder fits one of the patterns: `**` crosses folders, `*` does not. */
export function pathIsCovered(relative: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (pattern === '**') return true;
    // `**` first, under a stand-in that no path holds, so that the single stars are left.
    const expression = globToExpression(pattern.replaceAll('**', '\0'), '[^/]*').source;
    return new RegExp(expression.replaceAll('\0', '.*')).test(relative);
  });
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
