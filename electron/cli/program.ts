import { Command } from 'commander';
import { withExamples, withGlobalOptions } from './command-context.ts';
import { addAgents } from './commands/agents.ts';
import { addApprove } from './commands/approve.ts';
import { addCatalog } from './commands/catalog.ts';
import { addCompletion } from './commands/completion.ts';
import { addDaemons } from './commands/daemons.ts';
import { addDoctor } from './commands/doctor.ts';
import { addNumbers } from './commands/numbers.ts';
import { addRun } from './commands/run.ts';
import { addSend } from './commands/send.ts';
import { addServe } from './commands/serve.ts';
import { addConductor, addEnd } from './commands/session-actions.ts';
import { addSessions } from './commands/sessions.ts';
import { addSettings } from './commands/settings.ts';
import { addShow } from './commands/show.ts';
import { addAttempt, addSpawn } from './commands/start-task.ts';
import { addTaskActions } from './commands/task-actions.ts';
import { addTasks } from './commands/tasks.ts';
import { addTranscript } from './commands/transcript.ts';
import { addWatch } from './commands/watch.ts';
import { FLEETBOARD_VERSION } from './version.ts';

/** The whole command line, in the order in which its help lists it. */
export function createProgram(): Command {
  const program = new Command('fleetboard')
    .description(
      'Runs a local fleet of coding agents: a durable queue, seen from the command line.',
    )
    .version(FLEETBOARD_VERSION)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    // The composition root says what went wrong, as words or as JSON.
    .configureOutput({ outputError: () => {} });
  withGlobalOptions(program);
  program.commandsGroup('Work');
  addSpawn(program);
  addAttempt(program);
  addSend(program);
  addRun(program);
  program.commandsGroup('Look');
  addTasks(program);
  addShow(program);
  addWatch(program);
  addSessions(program);
  addTranscript(program);
  addNumbers(program);
  program.commandsGroup('Act');
  addApprove(program);
  addTaskActions(program);
  addEnd(program);
  addConductor(program);
  program.commandsGroup('Daemon');
  addServe(program);
  addDaemons(program);
  addCatalog(program);
  addAgents(program);
  addSettings(program);
  addDoctor(program);
  addCompletion(program);
  return withExamples(
    program,
    'fleetboard serve',
    "fleetboard spawn --agent command --wait -- 'npm test'",
    'fleetboard tasks --json',
    '',
    'Exit codes: 0 done, 1 failed, 2 bad usage, 3 refused with an outcome, 4 no daemon.',
  );
}
