import { buildIfChanged } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { electronExecutable } from './electron-runtime.mjs';
import { isRoot, projectEnvironment } from './project.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { ensureSystemLibraries } from './system-libraries.mjs';

/**
 * Everything that must be there before the application runs. What is there already is not done again.
 *
 * @param {{ build?: boolean }} [options]
 */
export function setUp({ build = true } = {}) {
  return withSetupLock(async () => {
    await installDependencies();
    const electron = await electronExecutable();
    await ensureSystemLibraries(electron);
    if (build) await buildIfChanged();
    return {
      electron,
      // Chromium's sandbox does not work for root; for everybody else it stays on.
      electronArgs: isRoot ? ['--no-sandbox'] : [],
      env: { ...projectEnvironment(), FLEETBOARD_ELECTRON: electron },
    };
  });
}

/** What the daemon without a window needs: no Electron. */
export function setUpServe() {
  return withSetupLock(async () => {
    await installDependencies();
    await buildIfChanged();
    return projectEnvironment();
  });
}

/** The Electron executable alone. */
export function setUpElectron() {
  return withSetupLock(async () => {
    await installDependencies();
    return electronExecutable();
  });
}
