import { findCommand } from './find-command.mjs';
import { installPackages } from './system-libraries.mjs';

export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** The words to put before a command so that it has a display: none where there is one, else a virtual one. */
export async function displayPrefix() {
  if (hasDisplay()) return [];
  const found = await Promise.all(['xvfb-run', 'xauth'].map(findCommand));
  if (!found.every(Boolean)) {
    await installPackages([['xvfb'], ['xauth']], 'a virtual display (xvfb, xauth)');
  }
  return ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24'];
}
