import { spawn } from 'node:child_process';

/**
 * Runs a command to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} [options] `show` lets it use the terminal.
 * @returns {Promise<{ code: number, output: string }>} Output is the last of what it printed, when not shown. The code is
 *   127 when the command is not there.
 */
export function runCommand(command, args, { cwd, env, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 128 : 1), output }));
  });
}

/** The end of a command's output, for an error message. */
export function tail(/** @type {string} */ output, lines = 12) {
  return output.trim().split('\n').slice(-lines).join('\n');
}
