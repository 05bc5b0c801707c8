import { CommanderError } from 'commander';
import type { Problem } from '../shared/problems.ts';
import { CommandStopped } from './cli/command-stopped.ts';
import { EXIT, type ExitCode } from './cli/exit-codes.ts';
import { createProgram } from './cli/program.ts';
import { processTerminal } from './cli/terminal.ts';

const terminal = processTerminal();
// Whoever read the output has seen enough, as "fleetboard tasks | head" does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
});

void run();

async function run(): Promise<void> {
  try {
    await createProgram().parseAsync(process.argv);
  } catch (error) {
    process.exitCode = explain(error);
  }
}

function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done;
    // Help that nobody asked for, in place of a command, has been printed.
    if (error.code !== 'commander.help') say(usageProblem(error));
    return EXIT.badUsage;
  }
  if (error instanceof CommandStopped) {
    say(error.problem);
    return error.exitCode;
  }
  say({
    code: 'internal_error',
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    nextStep: 'Please report this, with the command that you ran.',
  });
  return EXIT.failed;
}

function usageProblem({ message }: CommanderError): Problem {
  const said = message.replace(/^error: /, '');
  return {
    code: 'bad_usage',
    message: said.charAt(0).toUpperCase() + said.slice(1),
    nextStep: 'Add --help to the command to see what it takes.',
  };
}

function say(problem: Problem): void {
  if (isJsonAsked()) terminal.json({ error: problem });
  else terminal.note(`fleetboard: ${problem.message}\n${problem.nextStep}`);
}

/** Also when the rest of the command line was not understood. What follows "--" is a prompt. */
function isJsonAsked(): boolean {
  const end = process.argv.indexOf('--');
  return process.argv.slice(2, end === -1 ? undefined : end).includes('--json');
}
