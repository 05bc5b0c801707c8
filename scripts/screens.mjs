import { displayPrefix } from './setup/display.mjs';
import { main } from './setup/progress.mjs';
import { pinnedNode, project, tool } from './setup/project.mjs';
import { runCommand } from './setup/run-command.mjs';
import { setUp } from './setup/setup.mjs';

/** Takes the pictures in docs/screens anew, by the test that otherwise only looks at them. */
await main(async () => {
  const { env } = await setUp();
  const test = [tool('@playwright/test', 'playwright'), 'test', 'screens.e2e.ts'];
  const [command = pinnedNode, ...args] = [...(await displayPrefix()), pinnedNode, ...test];
  const { code } = await runCommand(command, args, {
    cwd: project,
    env: { ...env, FLEETBOARD_SCREENS: 'write' },
    show: true,
  });
  return code;
});
