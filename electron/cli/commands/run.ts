import type { Command } from 'commander';
import { withExamples } from '../command-context.ts';
import { addChanges } from './run/changes.ts';
import { addContinue } from './run/continue.ts';
import { addDiff } from './run/diff.ts';
import { addDiscard } from './run/discard.ts';
import { addList } from './run/list.ts';
import { addMerge } from './run/merge.ts';
import { addRefresh } from './run/refresh.ts';
import { addRules } from './run/rules.ts';
import { addRunActions } from './run/run-actions.ts';
import { addRunShow } from './run/show.ts';
import { addRunStart } from './run/start.ts';

/** Loop runs: attempts until a check passes, and the review of what they made. */
export function addRun(program: Command): void {
  const run = program
    .command('run')
    .description(
      'repeat attempts until a check passes, then review, merge or discard what they made',
    );
  run.commandsGroup('Work');
  addRunStart(run);
  run.commandsGroup('Look');
  addList(run);
  addRunShow(run);
  addDiff(run);
  addRefresh(run);
  run.commandsGroup('Act');
  addRunActions(run);
  addChanges(run);
  addContinue(run);
  addMerge(run);
  addDiscard(run);
  addRules(run);
  withExamples(
    run,
    `fleetboard run start --goal 'Make the tests pass' --agent demo --check 'npm test'`,
    'fleetboard run show 1a2b3c4d',
    'fleetboard run merge 1a2b3c4d',
  );
}
