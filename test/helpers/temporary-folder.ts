import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A fresh folder that `remove` takes away with everything in it. */
export function temporaryFolder(
  name: string,
  parent = tmpdir(),
): { path: string; remove: () => void } {
  const folder = realpathSync(mkdtempSync(path.join(parent, `fleetboard-${name}-`)));
  return {
    path: folder,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
