import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { requireDisplay } from './setup/display.mjs';
import { main } from './setup/progress.mjs';
import { project } from './setup/project.mjs';
import { setUp } from './setup/setup.mjs';

await main(async () => {
  requireDisplay();
  const { electron, electronArgs, env } = await setUp();
  const args = [...electronArgs, project, ...process.argv.slice(2)];
  const child = spawn(electron, args, { stdio: 'inherit', env });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends these to the window too; a second one would end it before it has stopped its work.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0)),
    );
  });
});
