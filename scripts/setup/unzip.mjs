import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

const END_LENGTH = 22;
const END_SIGNATURE = 0x06054b50;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;

/**
 * Unpacks a zip archive: a bare system has no unzip. Only for archives whose hash was verified, below 4 GB and without
 * a comment, so nothing here distrusts them.
 *
 * @param {string} archive
 * @param {string} folder
 * @param {(name: string) => string | null} rename the name that an entry gets, or null to leave it out
 */
export async function unzip(archive, folder, rename) {
  const file = await open(archive);
  try {
    for (const entry of await entries(file)) {
      const name = rename(entry.name);
      if (name === null || entry.name.endsWith('/')) continue;
      const target = path.join(folder, name);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, await contents(file, entry), { mode: entry.mode });
    }
  } finally {
    await file.close();
  }
}

/** @typedef {{ name: string, mode: number, isCompressed: boolean, size: number, offset: number }} Entry */

/** @returns {Promise<Entry[]>} */
async function entries(/** @type {import('node:fs/promises').FileHandle} */ file) {
  const { size } = await file.stat();
  const end = await read(file, size - END_LENGTH, END_LENGTH);
  if (end.readUInt32LE(0) !== END_SIGNATURE) throw new Error('not a zip archive as expected here');
  const directory = await read(file, end.readUInt32LE(16), end.readUInt32LE(12));
  const found = [];
  for (let at = 0; at < directory.length; ) {
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const commentLength = directory.readUInt16LE(at + 32);
    found.push({
      name: directory.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength),
      mode: (directory.readUInt32LE(at + 38) >>> 16) & 0o777,
      isCompressed: directory.readUInt16LE(at + 10) !== 0,
      size: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    });
    at += ENTRY_LENGTH + nameLength + extraLength + commentLength;
  }
  return found;
}

/**
 * @param {import('node:fs/promises').FileHandle} file
 * @param {Entry} entry
 */
async function contents(file, { offset, size, isCompressed }) {
  const local = await read(file, offset, LOCAL_LENGTH);
  const start = offset + LOCAL_LENGTH + local.readUInt16LE(26) + local.readUInt16LE(28);
  const stored = await read(file, start, size);
  return isCompressed ? inflate(stored) : stored;
}

/**
 * @param {import('node:fs/promises').FileHandle} file
 * @param {number} position
 * @param {number} length
 */
async function read(file, position, length) {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer;
}
