import { type FSWatcher, statSync, watch } from 'node:fs';

/** An editor empties a file before it fills it, or renames twice: what is between is nobody's wish. */
const SETTLE_MS = 40;
/** A file that is made, or a link that leads elsewhere, tells nothing of itself. */
const LOOK_EVERY_MS = 2_000;

/**
 * Has a file looked at soon after it was written, replaced or removed, and every two seconds besides. The file itself is
 * watched, not its folder: a database is at work there, and news of each page of it would keep this thread busy for as
 * long as anybody writes.
 */
export function watchFile(file: string, look: () => void): () => void {
  let watcher: FSWatcher | null = null;
  let watched: bigint | null = null;
  let settling: NodeJS.Timeout | null = null;

  function watchWhatIsThere() {
    const there = inodeOf(file);
    if (there === watched) return;
    forget();
    if (there === null) return;
    watcher = watcherOf(file, (event) => {
      // It is not there any more under this name, and its number may be given to the next one.
      if (event !== 'change') forget();
      soon();
    });
    if (watcher !== null) watched = there;
  }

  function forget() {
    watcher?.close();
    watcher = null;
    watched = null;
  }

  function soon() {
    settling ??= setTimeout(() => {
      settling = null;
      watchWhatIsThere();
      look();
    }, SETTLE_MS);
  }

  watchWhatIsThere();
  const looking = setInterval(() => {
    watchWhatIsThere();
    look();
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(looking);
    if (settling !== null) clearTimeout(settling);
    forget();
  };
}

/** Which file it is, or a link leads to; null where there is none. */
function inodeOf(file: string): bigint | null {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
  } catch {
    return null;
  }
}

/** Null where it cannot be watched. */
function watcherOf(
  file: string,
  changed: (event: 'change' | 'rename' | 'error') => void,
): FSWatcher | null {
  try {
    const watcher = watch(file, { persistent: false }, changed);
    watcher.on('error', () => changed('error'));
    return watcher;
  } catch {
    return null;
  }
}
