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
  const place = path.resolve(file);
  let settling: NodeJS.Timeout | null = null;
  let watched: readonly string[] = [];
  let watchers: readonly FSWatcher[] = [];

  function watchPlaces() {
    const places = [...new Set([place, linkedFrom(place)])];
    if (places.join('\0') === watched.join('\0')) return;
    stop();
    watched = places;
    watchers = places.flatMap((one) => watchPlace(one, soon));
  }

  function soon() {
    settling ??= setTimeout(() => {
      settling = null;
      // It may have become a link, or one that leads elsewhere.
      watchPlaces();
      changed();
    }, SETTLE_MS);
  }

  function stop() {
    for (const watcher of watchers) watcher.close();
  }

  watchPlaces();
  return () => {
    if (settling !== null) clearTimeout(settling);
    stop();
  };
}

/** A link that leads in a circle, or is changed in this moment, leads nowhere. */
function linkedFrom(place: string): string {
  try {
    return targetOf(place);
  } catch {
    return place;
  }
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
