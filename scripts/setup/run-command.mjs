import { spawn } from 'node:child_process';
import { recordChild } from './setup-lock.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** What `timeout` exits with. */
const TOOK_TOO_LONG = 124;
const SIGNALS = /** @type {const} */ ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 });

/** @type {Set<ChildProcess>} */
const running = new Set();

/**
 * Runs a command to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, limitMs?: number }} [options] `show` lets it print;
 *   past `limitMs` it is ended with all that it started.
 * @returns {Promise<{ code: number, output: string }>} Output is the last of what it printed, when not shown. The code is
 *   127 when the command is not there, 124 when it took too long.
 */
export function runCommand(command, args, { cwd, env, show = false, limitMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      // A group of its own, so that what it started can be ended with it.
      detached: process.platform !== 'win32',
    });
    track(child);
    let tookTooLong = false;
    const limit =
      limitMs &&
      setTimeout(() => {
        tookTooLong = true;
        endGroup(child, 'SIGKILL');
      }, limitMs);
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    const settle = (/** @type {number} */ code) => {
      clearTimeout(limit);
      untrack(child);
      resolve({ code, output });
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => {
      output = error.message;
      settle(127);
    });
    child.once('close', (code) => settle(tookTooLong ? TOOK_TOO_LONG : (code ?? 128)));
  });
}

/** The end of a command's output, for an error message: without the inside of the tool that printed it. */
export function tail(/** @type {string} */ output, lines = 12) {
  const said = output
    .trim()
    .split('\n')
    .filter((line) => !/^(npm error )?\s+at /.test(line));
  return said.slice(-lines).join('\n');
}

function track(/** @type {ChildProcess} */ child) {
  if (running.size === 0) for (const signal of Object.keys(SIGNALS)) process.on(signal, stop);
  running.add(child);
  recordChild(child.pid);
}

function untrack(/** @type {ChildProcess} */ child) {
  running.delete(child);
  if (running.size === 0) for (const signal of Object.keys(SIGNALS)) process.off(signal, stop);
}

/** Who ends set-up or tests ends what they started: an orphaned installer would go on writing. */
function stop(/** @type {keyof typeof SIGNALS} */ signal) {
  for (const child of running) endGroup(child, signal);
  process.exit(128 + SIGNALS[signal]);
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
