import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './progress.mjs';
import { cacheFolder } from './project.mjs';

/** Process ids are reused: a lock older than any set-up takes is not believed. */
const OLDEST_MS = 30 * 60 * 1000;
/** Between creating the file and writing the process id into it. */
const EMPTY_MS = 2_000;
const POLL_MS = 200;
const TOLD_AFTER = 5;

let held = '';

/**
 * One set-up at a time for all checkouts of this user: two would install into the same node_modules, and do the long
 * steps twice. The file names the processes that hold it, so that one left by a killed set-up is seen as such.
 *
 * @template Result
 * @param {() => Promise<Result>} work
 */
export async function withSetupLock(work) {
  const file = path.join(cacheFolder(), 'setup.lock');
  mkdirSync(path.dirname(file), { recursive: true });
  for (let waits = 0; !take(file); waits += 1) {
    // Not for the short ones that find everything in place.
    if (waits === TOLD_AFTER) say('waiting for another set-up to finish …');
    await sleep(POLL_MS);
  }
  held = file;
  try {
    return await work();
  } finally {
    held = '';
    rmSync(file, { force: true });
  }
}

/** An installer outlives a set-up that was killed: the lock holds until it has ended too. */
export function recordChild(/** @type {number | undefined} */ pid) {
  if (held !== '' && pid !== undefined) appendFileSync(held, `${pid}\n`);
}

function take(/** @type {string} */ file) {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  const found = read(file);
  if (found !== null && isStale(found)) discard(file, found.text);
  return false;
}

/**
 * Renamed first: of two that saw the same dead owner one would delete the lock that the other has just taken.
 *
 * @param {string} file
 * @param {string} staleText
 */
function discard(file, staleText) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (read(aside)?.text === staleText) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

function read(/** @type {string} */ file) {
  try {
    return { text: readFileSync(file, 'utf8'), ageMs: Date.now() - statSync(file).mtimeMs };
  } catch {
    return null;
  }
}

function isStale(/** @type {{ text: string, ageMs: number }} */ { text, ageMs }) {
  const pids = text.split('\n').filter(Boolean).map(Number);
  if (pids.length === 0) return ageMs > EMPTY_MS;
  return ageMs > OLDEST_MS || !pids.some(isAlive);
}

function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** Containers often have nobody who collects orphans that ended. */
function isZombie(/** @type {number} */ pid) {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return facts.slice(facts.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false;
  }
}
