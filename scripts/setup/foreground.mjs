import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program in place of this one: on its terminal, ended by the signals that end this one.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code; 128 and the number of the signal that ended it
 */
export function runInForeground(command, args, env) {
  const child = spawn(command, args, { stdio: 'inherit', env });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends these to the child too; a second one would end it before it has stopped its work.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0)),
    );
  });
}
