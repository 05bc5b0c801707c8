import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import type Database from 'better-sqlite3';

/**
 * Copies the database as it is now into a file beside it, complete or not at all.
 *
 * @param reader A connection of its own, so that the copy can be made while another one keeps writers out.
 * @returns the path of the copy: `<file>.v<version>.backup`, numbered when there is one already.
 */
export function backUp(reader: Database.Database, file: string, version: number): string {
  const partial = `${file}.backup-partial`;
  rmSync(partial, { force: true });
  reader.prepare('VACUUM INTO ?').run(partial);
  syncToDisk(partial);
  const backup = freeName(`${file}.v${version}.backup`);
  renameSync(partial, backup);
  return backup;
}

function freeName(wanted: string): string {
  for (let number = 2, name = wanted; ; number += 1) {
    if (!existsSync(name)) return name;
    name = `${wanted}-${number}`;
  }
}

function syncToDisk(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
