import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { targetOf } from './replace-file.ts';

/** An editor empties a file before it fills it, or renames twice: what is between is nobody's wish. */
const SETTLE_MS = 40;

/**
 * Tells when a file was written, replaced, made or removed, soon after. It watches the folders of the file and of what it
 * links to, because editors replace files. Where nothing can be watched it tells nothing: whoever asks looks himself.
 */
export function watchFile(file: string, changed: () => void): () => void {
  let settling: NodeJS.Timeout | null = null;
  const soon = () => {
    settling ??= setTimeout(() => {
      settling = null;
      changed();
    }, SETTLE_MS);
  };
  const places = new Set([path.resolve(file), targetOf(path.resolve(file))]);
  const watchers = [...places].flatMap((place) => watchPlace(place, soon));
  return () => {
    if (settling !== null) clearTimeout(settling);
    for (const watcher of watchers) watcher.close();
  };
}

function watchPlace(place: string, changed: () => void): FSWatcher[] {
  const name = path.basename(place);
  try {
    const watcher = watch(path.dirname(place), { persistent: false }, (_event, changedName) => {
      if (changedName === name || changedName === null) changed();
    });
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}
