import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { say, step } from './progress.mjs';
import {
  cacheFolder,
  installedVersion,
  packageFolder,
  pinnedNode,
  project,
  projectEnvironment,
  tool,
  userCacheFolder,
} from './project.mjs';
import { runCommand, tail } from './run-command.mjs';

/** A download that could not be reached is not tried again for this long. */
const REMEMBER_MS = 24 * 60 * 60 * 1000;
const DOWNLOAD_LIMIT_MS = 10 * 60 * 1000;
/** Long enough for a slow network to answer at all, short enough not to be waited for. */
const REACH_LIMIT_MS = 4_000;

/** The executable that Electron's own installer placed, if it did. */
export function officialExecutable() {
  const folder = packageFolder('electron');
  const pathFile = path.join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const executable = path.join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(executable) ? executable : null;
}

/** Runs Electron's own installer, unless the place it downloads from cannot be reached. */
export async function downloadOfficialRuntime() {
  const version = installedVersion('electron');
  const archive = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  const url = `${downloadFolder()}v${version}/${archive}`;
  const unreachable = path.join(cacheFolder(), `electron-${version}-unreachable`);
  if (isRemembered(unreachable, url)) return null;

  if (isDownloaded(archive) || (await canReach(url))) {
    const executable = await install(version);
    if (executable !== null) {
      rmSync(unreachable, { force: true });
      return executable;
    }
  }
  mkdirSync(cacheFolder(), { recursive: true });
  writeFileSync(unreachable, url);
  return null;
}

async function install(/** @type {string} */ version) {
  const { code, output } = await step(`downloading Electron ${version}`, () =>
    runCommand(pinnedNode, [tool('electron', 'install-electron')], {
      cwd: project,
      env: projectEnvironment(),
      limitMs: DOWNLOAD_LIMIT_MS,
    }),
  );
  const executable = code === 0 ? officialExecutable() : null;
  if (executable === null) say(`that failed: ${tail(output, 2) || `exit code ${code}`}`);
  return executable;
}

/** Where the installer downloads from: it reads the same variables. */
function downloadFolder() {
  return (
    process.env.npm_config_electron_mirror ||
    process.env.ELECTRON_MIRROR ||
    'https://github.com/electron/electron/releases/download/'
  );
}

/** Only for the same place: who sets a mirror wants it tried. */
function isRemembered(/** @type {string} */ file, /** @type {string} */ url) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== url) return false;
  return Date.now() - statSync(file).mtimeMs < REMEMBER_MS;
}

/** What the installer has downloaded before, it unpacks again without a network. */
function isDownloaded(/** @type {string} */ archive) {
  const folder = process.env.electron_config_cache || path.join(userCacheFolder(), 'electron');
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((entry) => existsSync(path.join(folder, entry, archive)));
}

/** Asks for the archive itself: some networks let its page through, but not the place where it is stored. */
async function canReach(/** @type {string} */ url) {
  // The installer then goes through a proxy that this fetch does not know.
  if (process.env.ELECTRON_GET_USE_PROXY) return true;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REACH_LIMIT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
