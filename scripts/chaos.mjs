import path from 'node:path';
import { main } from './setup/progress.mjs';
import { pinnedNode, project } from './setup/project.mjs';
import { runCommand } from './setup/run-command.mjs';
import { setUp } from './setup/setup.mjs';

await main(async () => {
  const { env } = await setUp({ build: false });
  const args = [path.join(project, 'test', 'chaos', 'chaos.ts'), ...process.argv.slice(2)];
  const { code } = await runCommand(pinnedNode, args, { cwd: project, env, show: true });
  return code;
});
