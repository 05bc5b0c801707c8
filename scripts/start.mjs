import { spawn } from 'node:child_process';
import { requireDisplay } from './setup/display.mjs';
import { main } from './setup/progress.mjs';
import { isRoot, project, projectEnvironment } from './setup/project.mjs';
import { setUp } from './setup/setup.mjs';

await main(async () => {
  const electron = await setUp();
  requireDisplay();
  // Chromium's sandbox does not work for root; for everybody else it stays on.
  const args = [...(isRoot ? ['--no-sandbox'] : []), project, ...process.argv.slice(2)];
  const child = spawn(electron, args, { stdio: 'inherit', env: projectEnvironment() });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
});
