import type { Problem } from '../../shared/problems.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** A command cannot go on. The composition root says why and exits with the code. */
export class CommandStopped extends Error {
  readonly exitCode: ExitCode;
  readonly problem: Problem;

  constructor(exitCode: ExitCode, problem: Problem) {
    super(problem.message);
    this.name = 'CommandStopped';
    this.exitCode = exitCode;
    this.problem = problem;
  }
}

/** A value on the command line, or its lack. The message names it and what was expected. */
export class UsageNotAccepted extends CommandStopped {
  constructor(code: string, message: string, nextStep: string) {
    super(EXIT.badUsage, { code, message, nextStep });
    this.name = 'UsageNotAccepted';
  }
}

/** No daemon of this home answers where one was asked for. */
export class DaemonNotReached extends CommandStopped {
  constructor(problem: Problem) {
    super(EXIT.noDaemon, problem);
    this.name = 'DaemonNotReached';
  }
}

/** The daemon was asked and could not answer. */
export class CallFailed extends CommandStopped {
  constructor(problem: Problem) {
    super(EXIT.failed, problem);
    this.name = 'CallFailed';
  }
}
