import { mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder for this user alone, with its parents. Node's own `recursive` does not return where a file system
 * refuses with ENOENT, as /proc does.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    makeFolder(path.dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  }
}
