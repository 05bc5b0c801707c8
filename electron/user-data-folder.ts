import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeFolder } from './daemon/make-folder.ts';

/**
 * Where Chromium keeps its own state: inside the home, so that each home has its own single-instance lock.
 * A home that cannot be written must not keep the window from saying so, hence a temporary folder for that case.
 */
export function prepareUserDataFolder(home: string): string {
  const folder = path.join(home, 'window');
  try {
    makeFolder(folder);
    // Permission bits do not tell of a read-only file system; a write does.
    const probe = path.join(folder, '.write-probe');
    writeFileSync(probe, '');
    rmSync(probe);
    return folder;
  } catch {
    return mkdtempSync(path.join(tmpdir(), 'fleetboard-window-'));
  }
}
