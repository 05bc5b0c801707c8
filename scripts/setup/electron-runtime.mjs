import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { prepareFallbackRuntime } from './fallback-runtime.mjs';
import { SetupFailed, say, step } from './progress.mjs';
import { cacheFolder, installedVersion, pinnedNode, project, projectEnvironment } from './project.mjs';
import { runCommand, tail } from './run-command.mjs';

/** A download that could not be reached is not tried again for this long. */
const REMEMBER_MS = 24 * 60 * 60 * 1000;
const DOWNLOAD_LIMIT_MS = 5 * 60 * 1000;
/** Long enough for a slow network to answer at all, short enough not to be waited for. */
const REACH_LIMIT_MS = 5_000;

/**
 * The Electron executable that is used: the one that the environment names, else the official one, else the fallback
 * from the package registry.
 *
 * @returns {Promise<string>}
 */
export async function electronExecutable() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const executable = path.join(override, process.platform === 'win32' ? 'electron.exe' : 'electron');
    if (existsSync(executable)) return executable;
    throw new SetupFailed(
      `ELECTRON_OVERRIDE_DIST_PATH names ${override}, where there is no electron executable.`,
      'correct the variable or unset it',
    );
  }
  const official = officialExecutable();
  if (official !== null) return official;
  if (await downloadOfficial()) {
    const downloaded = officialExecutable();
    if (downloaded !== null) return downloaded;
  }
  return prepareFallbackRuntime();
}

function officialExecutable() {
  const folder = path.join(project, 'node_modules', 'electron');
  const pathFile = path.join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const executable = path.join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(executable) ? executable : null;
}

async function downloadOfficial() {
  const unreachable = path.join(cacheFolder(), `electron-${installedVersion('electron')}-unreachable`);
  if (existsSync(unreachable) && Date.now() - statSync(unreachable).mtimeMs < REMEMBER_MS) return false;
  if (await canReachDownloads()) {
    const installer = path.join(project, 'node_modules', 'electron', 'install.js');
    const { code, output } = await step('downloading Electron', () =>
      withLimit(runCommand(pinnedNode, [installer], { cwd: project, env: projectEnvironment() })),
    );
    if (code === 0) {
      rmSync(unreachable, { force: true });
      return true;
    }
    say(`the download of Electron failed: ${tail(output, 2)}`);
  }
  mkdirSync(cacheFolder(), { recursive: true });
  writeFileSync(unreachable, '');
  return false;
}

/** Whether the place that Electron is downloaded from (or the mirror that the user set) answers at all. */
async function canReachDownloads() {
  const mirror = process.env.ELECTRON_MIRROR || process.env.npm_config_electron_mirror;
  try {
    await fetch(mirror || 'https://github.com/electron/electron/releases', {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(REACH_LIMIT_MS),
    });
    return true;
  } catch {
    return false;
  }
}

/** @param {Promise<{ code: number, output: string }>} download */
function withLimit(download) {
  const limit = new Promise((resolve) => {
    setTimeout(() => resolve({ code: 1, output: 'it took too long' }), DOWNLOAD_LIMIT_MS).unref();
  });
  return /** @type {typeof download} */ (Promise.race([download, limit]));
}
