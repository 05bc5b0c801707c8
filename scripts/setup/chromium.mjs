import { existsSync } from 'node:fs';
import { findCommand } from './find-command.mjs';
import { SetupFailed } from './progress.mjs';
import { installPackages } from './system-libraries.mjs';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'];

/** A Chromium for the tests of the page in a browser: the system's, or the one that Playwright downloaded. */
export async function chromiumExecutable() {
  const found = await installedChromium();
  if (found !== null) return found;
  if (process.platform === 'linux')
    await installPackages([['chromium']], 'chromium, for the tests');
  const installed = await installedChromium();
  if (installed !== null) return installed;
  throw new SetupFailed(
    'There is no Chromium for the tests of the page in a browser.',
    'npx playwright install chromium',
  );
}

async function installedChromium() {
  for (const name of COMMANDS) {
    const command = await findCommand(name);
    if (command !== null) return command;
  }
  // Not at the top: it is there only after the dependencies are.
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}
