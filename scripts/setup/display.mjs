import { SetupFailed } from './progress.mjs';
import { runCommand } from './run-command.mjs';
import { installPackages } from './system-libraries.mjs';

export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** A window needs a display; without one a person is told how to get one. */
export function requireDisplay() {
  if (hasDisplay()) return;
  throw new SetupFailed(
    'There is no display for the window (neither DISPLAY nor WAYLAND_DISPLAY is set).',
    'run it in a desktop session, over "ssh -X", or in a virtual display: xvfb-run -a npm start',
  );
}

/** The words to put before a command so that it has a display: none where there is one, else a virtual one. */
export async function displayPrefix() {
  if (hasDisplay()) return [];
  const found = await Promise.all(['xvfb-run', 'xauth'].map(isCommand));
  if (!found.every(Boolean)) {
    await installPackages([['xvfb'], ['xauth']], 'a virtual display (xvfb, xauth)');
  }
  return ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24'];
}

async function isCommand(/** @type {string} */ name) {
  return (await runCommand('which', [name])).code === 0;
}
