import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { hasDisplay } from './setup/display.mjs';
import { main, say } from './setup/progress.mjs';
import { pinnedNode, project } from './setup/project.mjs';
import { setUp, setUpServe } from './setup/setup.mjs';

await main(async () => {
  const { command, args, env } = hasDisplay() ? await window() : await server();
  const all = [...args, ...process.argv.slice(2)];
  const child = spawn(command, all, { stdio: 'inherit', env });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends these to the child too; a second one would end it before it has stopped its work.
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

async function window() {
  const { electron, electronArgs, env } = await setUp();
  return { command: electron, args: [...electronArgs, project], env };
}

async function server() {
  say('there is no display for a window (neither DISPLAY nor WAYLAND_DISPLAY is set)');
  say('the board is served to a browser instead: open the address below');
  const env = await setUpServe();
  return { command: pinnedNode, args: [path.join(project, 'out', 'main', 'cli.js'), 'serve'], env };
}
