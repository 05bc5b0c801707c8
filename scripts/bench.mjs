import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { displayPrefix } from './setup/display.mjs';
import { main, SetupFailed } from './setup/progress.mjs';
import { pinnedNode, project } from './setup/project.mjs';
import { runCommand } from './setup/run-command.mjs';
import { setUp } from './setup/setup.mjs';

const FOLDER = path.join(project, 'test', 'bench');
const ENDING = '.bench.ts';

await main(async () => {
  const asked = process.argv.slice(2);
  const names = chosen(asked.filter((word) => !word.startsWith('--')));
  const options = asked.filter((word) => word.startsWith('--'));
  const { env } = await setUp();
  const [command = pinnedNode, ...args] = [...(await displayPrefix()), pinnedNode];
  let worst = 0;
  for (const name of names) {
    console.log(`\n── ${name}`);
    const file = path.join(FOLDER, `${name}${ENDING}`);
    const { code } = await runCommand(command, [...args, file, ...options], {
      cwd: project,
      env,
      show: true,
    });
    worst = Math.max(worst, code);
  }
  return worst;
});

function chosen(/** @type {string[]} */ wanted) {
  const all = (existsSync(FOLDER) ? readdirSync(FOLDER) : [])
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length));
  const unknown = wanted.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    throw new SetupFailed(`There is no benchmark "${unknown}".`, `choose from ${all.join(', ')}`);
  }
  if (all.length === 0) {
    throw new SetupFailed('There is no benchmark yet.', `write test/bench/<name>${ENDING}`);
  }
  return wanted.length > 0 ? wanted : all;
}
