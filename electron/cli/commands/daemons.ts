import type { Command } from 'commander';
import { assertNever } from '../../../shared/assert-never.ts';
import type { DaemonSummary } from '../../../shared/fleet.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { table } from '../table.ts';
import { firstLine, styled } from '../terminal.ts';
import { ago } from '../words.ts';

export function addDaemons(program: Command): void {
  const command = program
    .command('daemons')
    .description('the daemons that share this database, and how it fares')
    .action(async (_options: object, self: Command) => exitWith(await daemons(contextOf(self))));
  withExamples(command, 'fleetboard daemons');
}

async function daemons({ call, json, terminal }: CommandContext): Promise<ExitCode> {
  const fleet = await call('fleet.read', {});
  if (json) {
    terminal.json(fleet);
    return EXIT.done;
  }
  const now = terminal.now();
  const heading = ['DAEMON', 'STATE', 'PID', 'VERSION', 'STARTED', 'HEARD', 'MACHINE'];
  const rows = fleet.daemons.map((daemon) => [
    daemon.isThis ? `${daemon.owner} *` : daemon.owner,
    stateOf(daemon),
    String(daemon.pid),
    firstLine(daemon.version),
    ago(daemon.startedAt, now),
    ago(daemon.heartbeatAt, now),
    firstLine(daemon.machine),
  ]);
  const lines = table(
    heading.map((word) => styled('dim', word)),
    rows,
    terminal.width,
  );
  for (const line of lines) terminal.say(line);
  if (fleet.oldWriter !== null) {
    const { refusals, lastAt } = fleet.oldWriter;
    const times = refusals === 1 ? 'once' : `${refusals} times`;
    terminal.say(
      `An out-of-date daemon shares this database. It was refused ${times}, the last time ${ago(lastAt, now)}. End or update it.`,
    );
  }
  if (fleet.trouble !== null) {
    terminal.say(styled('red', `${fleet.trouble.message} ${fleet.trouble.nextStep}`));
  }
  return EXIT.done;
}

function stateOf({ state }: DaemonSummary): string {
  switch (state) {
    case 'live':
      return styled('green', state);
    case 'silent':
      return styled('yellow', state);
    case 'stopped':
      return styled('gray', state);
    default:
      return assertNever(state);
  }
}
