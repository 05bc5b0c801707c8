import { readdirSync } from 'node:fs';
import path from 'node:path';
import { displayPrefix } from './setup/display.mjs';
import { main, SetupFailed } from './setup/progress.mjs';
import { pinnedNode, project, projectEnvironment } from './setup/project.mjs';
import { runCommand } from './setup/run-command.mjs';
import { setUp } from './setup/setup.mjs';

const ENDING = '.bench.ts';

await main(async () => {
  const folder = path.join(project, 'test', 'bench');
  const all = readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length));
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new SetupFailed(`There is no benchmark "${unknown.join('", "')}".`, `choose from ${all.join(', ')}`);
  }
  const electron = await setUp();
  const prefix = await displayPrefix();
  let worst = 0;
  for (const name of wanted.length > 0 ? wanted : all) {
    const [command = pinnedNode, ...args] = [...prefix, pinnedNode, path.join(folder, `${name}${ENDING}`)];
    const { code } = await runCommand(command, args, {
      cwd: project,
      env: { ...projectEnvironment(), FLEETBOARD_ELECTRON: electron },
      show: true,
    });
    worst = Math.max(worst, code);
  }
  return worst;
});
