import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** A new file may come to hold keys of agents. */
const MODE_OF_NEW = 0o600;

/**
 * Replaces the whole content of a file, or makes it: whoever reads it sees the old or the new one, also after a power cut.
 * Where the folder cannot be synced, which one that is after a power cut is the system's to say.
 * Follows a symbolic link and keeps the mode.
 *
 * @throws the system's error with its code; nothing was changed then
 */
export function replaceFile(file: string, text: string): void {
  const target = targetOf(file);
  const known = statSync(target, { throwIfNoEntry: false });
  // A rename would replace a file that its owner has made read-only.
  if (known !== undefined) accessSync(target, constants.W_OK);
  const beside = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}.new`);
  try {
    const descriptor = openSync(beside, 'wx', MODE_OF_NEW);
    try {
      writeFileSync(descriptor, text);
      fchmodSync(descriptor, known === undefined ? MODE_OF_NEW : known.mode & 0o7777);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  syncFolder(path.dirname(target));
}

/** Where a link leads, also one whose target is not there yet. */
export function targetOf(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const link = lstatSync(file, { throwIfNoEntry: false });
  if (link?.isSymbolicLink() !== true) return file;
  return path.resolve(path.dirname(file), readlinkSync(file));
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // A folder that may not be read, or a file system that cannot: the file is written all the same.
  }
}
