import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const packages = path.join(project, 'node_modules');

/** The Node that package.json pins; there only after the dependencies are. */
export const pinnedNode = path.join(
  packages,
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

export const isRoot = process.getuid?.() === 0;

/** The environment in which everything of the project runs: its own Node and tools first. */
export function projectEnvironment() {
  const folders = [path.dirname(pinnedNode), path.join(packages, '.bin'), process.env.PATH ?? ''];
  /** @type {NodeJS.ProcessEnv} */
  const environment = { ...process.env, PATH: folders.join(path.delimiter) };
  // Terminals and agents that run inside an Electron set it: ours would start as a plain Node.
  delete environment.ELECTRON_RUN_AS_NODE;
  return environment;
}

/** Where prepared runtimes are kept for all checkouts of this user. */
export function cacheFolder() {
  return path.join(userCacheFolder(), 'fleetboard');
}

export function userCacheFolder() {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32' && process.env.LOCALAPPDATA) return process.env.LOCALAPPDATA;
  return path.join(homedir(), '.cache');
}

export function packageFolder(/** @type {string} */ name) {
  return path.join(packages, name);
}

export function installedVersion(/** @type {string} */ name) {
  return String(manifestOf(name).version);
}

/**
 * The script behind a package's command, for the pinned Node to run: node_modules/.bin differs between systems.
 *
 * @param {string} name
 * @param {string} command
 */
export function tool(name, command) {
  return path.join(packageFolder(name), manifestOf(name).bin[command]);
}

function manifestOf(/** @type {string} */ name) {
  return JSON.parse(readFileSync(path.join(packageFolder(name), 'package.json'), 'utf8'));
}
