import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export const binFolder = path.join(project, 'node_modules', '.bin');

const exe = process.platform === 'win32' ? '.exe' : '';

/** The Node that package.json pins; there only after the dependencies are. */
export const pinnedNode = path.join(project, 'node_modules', 'node', 'bin', `node${exe}`);

/** Resolves modules of the project, whoever imports this file. */
export const requireFromProject = createRequire(path.join(project, 'package.json'));

/** The environment in which everything of the project runs: its own Node and tools first. */
export function projectEnvironment() {
  const separator = path.delimiter;
  const folders = [path.dirname(pinnedNode), binFolder, process.env.PATH ?? ''];
  return { ...process.env, PATH: folders.join(separator) };
}

/** Where prepared runtimes are kept for all checkouts of this user. */
export function cacheFolder() {
  const base =
    process.env.XDG_CACHE_HOME ||
    (process.platform === 'darwin'
      ? path.join(homedir(), 'Library', 'Caches')
      : process.platform === 'win32'
        ? (process.env.LOCALAPPDATA ?? path.join(homedir(), 'AppData', 'Local'))
        : path.join(homedir(), '.cache'));
  return path.join(base, 'fleetboard');
}

/** Exact version of an installed package. */
export function installedVersion(/** @type {string} */ name) {
  const file = path.join(project, 'node_modules', name, 'package.json');
  return String(JSON.parse(readFileSync(file, 'utf8')).version);
}

export const isRoot = process.getuid?.() === 0;
