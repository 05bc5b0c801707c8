import { runCommand } from './run-command.mjs';

/**
 * Where a command is that PATH knows.
 *
 * @param {string} name
 * @returns {Promise<string | null>}
 */
export async function findCommand(name) {
  const finder = process.platform === 'win32' ? 'where' : 'which';
  const { code, output } = await runCommand(finder, [name]);
  return code === 0 ? (output.trim().split('\n')[0]?.trim() ?? null) : null;
}
