import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';

export interface FolderSize {
  /** On disk. */
  readonly bytes: number;
  /** False when the bound was reached, or something could not be looked at. */
  readonly isWhole: boolean;
}

/** How much a look may cost: shared by the folders that are measured with it. */
export class SizeBound {
  #entriesLeft: number;
  readonly #until: number;

  constructor(entries: number, forMs: number) {
    this.#entriesLeft = entries;
    this.#until = performance.now() + forMs;
  }

  /** Says whether another entry may be looked at. */
  take(): boolean {
    this.#entriesLeft -= 1;
    return this.#entriesLeft >= 0 && performance.now() < this.#until;
  }
}

const BLOCK_BYTES = 512;
/** So many at once that the disk is kept busy and nothing else is. */
const AT_ONCE = 32;

/** Adds up a folder with all that is in it, links not followed, as far as the bound allows. */
export async function folderSize(folder: string, bound: SizeBound): Promise<FolderSize> {
  let bytes = 0;
  let isWhole = true;
  const folders = [folder];
  const add = async (file: string) => {
    try {
      const { blocks, size } = await lstat(file);
      // Windows counts no blocks.
      bytes += blocks > 0 ? blocks * BLOCK_BYTES : size;
    } catch {
      isWhole = false;
    }
  };
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await opendir(next).catch(() => null);
    if (entries === null) {
      isWhole = false;
      continue;
    }
    let pending: Promise<void>[] = [];
    for await (const entry of entries) {
      if (!bound.take()) return { bytes, isWhole: false };
      const full = path.join(next, entry.name);
      if (entry.isDirectory()) folders.push(full);
      pending.push(add(full));
      if (pending.length < AT_ONCE) continue;
      await Promise.all(pending);
      pending = [];
    }
    await Promise.all(pending);
  }
  return { bytes, isWhole };
}
