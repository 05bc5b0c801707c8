import path from 'node:path';
import { hasDisplay } from './setup/display.mjs';
import { runInForeground } from './setup/foreground.mjs';
import { main, say } from './setup/progress.mjs';
import { pinnedNode, project } from './setup/project.mjs';
import { setUp, setUpServe } from './setup/setup.mjs';

await main(async () => {
  const { command, args, env } = hasDisplay() ? await window() : await server();
  return runInForeground(command, [...args, ...process.argv.slice(2)], env);
});

async function window() {
  const { electron, electronArgs, env } = await setUp();
  return { command: electron, args: [...electronArgs, project], env };
}

async function server() {
  say('there is no display for a window (neither DISPLAY nor WAYLAND_DISPLAY is set)');
  say('the board is served to a browser instead: open the address below');
  const env = await setUpServe();
  return {
    command: pinnedNode,
    args: [path.join(project, 'out', 'main', 'cli.cjs'), 'serve'],
    env,
  };
}
