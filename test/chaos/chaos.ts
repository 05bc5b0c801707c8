// The chaos run by hand: npm run chaos -- [--minutes 10] [--tasks 200] [--seed N]
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { runChaos } from './chaos-run.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    tasks: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const folder = temporaryFolder('chaos');
console.log(
  `${values.minutes} minutes, three daemons, ${values.tasks} tasks each, seed ${values.seed}`,
);
const { violations, figures } = await runChaos({
  home: folder.path,
  seed: Number(values.seed),
  durationMs: Number(values.minutes) * 60_000,
  leastKills: 1,
  tasksPerDaemon: Number(values.tasks),
  killEveryMs: { from: 2_000, to: 6_000 },
  say: (line) => console.log(`${new Date().toISOString()} ${line}`),
});
console.log();
for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(48)} ${figure}`);
console.log();
if (violations.length === 0) {
  console.log('Every promise was kept.');
  folder.remove();
} else {
  console.log(`${violations.length} promises were broken:`);
  for (const violation of violations) console.log(`- ${violation}`);
  console.log(`What is left is in ${folder.path}.`);
  process.exitCode = 1;
}
