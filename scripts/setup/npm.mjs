import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SetupFailed } from './progress.mjs';
import { runCommand, tail } from './run-command.mjs';

const NO_NETWORK = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/;

/**
 * @param {readonly string[]} args
 * @param {string} folder
 */
export async function npm(args, folder) {
  const [command, ...first] = npmCommand();
  const { code, output } = await runCommand(command, [...first, ...args, '--loglevel=error'], {
    cwd: folder,
  });
  if (code === 0) return;
  throw new SetupFailed(
    `npm ${args[0]} failed (exit code ${code}):\n${tail(output, 20)}`,
    NO_NETWORK.test(output)
      ? 'check that the package registry can be reached, then run the command again'
      : 'correct what npm names, then run the command again',
  );
}

/**
 * Fetches a package that no ordinary install needs, and unpacks it.
 *
 * @param {{ name: string, integrity: string }} wanted name with exact version, and what its archive must hash to
 * @param {string} folder
 * @returns {Promise<string>} the folder of its files
 */
export async function fetchPackage({ name, integrity }, folder) {
  await mkdir(folder, { recursive: true });
  await npm(['pack', name], folder);
  const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (archive === undefined) {
    throw new SetupFailed(
      `npm pack ${name} left no archive.`,
      'run it by hand and read what it prints',
    );
  }
  const hash = createHash('sha512');
  await pipeline(createReadStream(path.join(folder, archive)), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== integrity) {
    throw new SetupFailed(
      `The package ${name} is not what was expected: its archive hashes to ${found}.`,
      'do not use it; ask whoever runs the package registry',
    );
  }
  const { code, output } = await runCommand('tar', ['-xzf', archive], { cwd: folder });
  if (code !== 0) {
    throw new SetupFailed(
      `The package ${name} could not be unpacked:\n${tail(output)}`,
      'check that tar is installed and the disk has room, then run the command again',
    );
  }
  return path.join(folder, 'package');
}

/**
 * The npm that runs this, on the Node that runs it: `npm ci` deletes the pinned Node, and Windows starts no `npm.cmd`
 * without a shell.
 *
 * @returns {[string, ...string[]]}
 */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  return cli && node && path.basename(cli) === 'npm-cli.js' ? [node, cli] : ['npm'];
}
