import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Who can read this file may do with the daemon of that port whatever its owner may. */
export function tokenFile(home: string, port: number): string {
  return path.join(home, `api-${port}.token`);
}

export function newToken(): string {
  return randomBytes(32).toString('hex');
}

/** Null when there is none: no daemon of this home has been on that port, or this user may not read it. */
export function readToken(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** In one step, so that nobody reads half of it; for this user alone, whatever was there before. */
export function writeToken(file: string, token: string): void {
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(unfinished, `${token}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(unfinished, file);
}

/** Takes as long for a near miss as for anything else. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
