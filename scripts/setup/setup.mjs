import { buildIfChanged } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { ensureSystemLibraries } from './system-libraries.mjs';

/** Everything that must be there before the application runs. What is there already is not done again. */
export async function setUp() {
  await installDependencies();
  const electron = await setUpElectron();
  await buildIfChanged();
  return electron;
}

/** The Electron executable, with the libraries that it needs. */
export async function setUpElectron() {
  // Loaded only now: it reads the versions of installed packages.
  const { electronExecutable } = await import('./electron-runtime.mjs');
  const electron = await electronExecutable();
  await ensureSystemLibraries(electron);
  return electron;
}
