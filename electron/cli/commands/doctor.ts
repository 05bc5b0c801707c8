import type { Command } from 'commander';
import { assertNever } from '../../../shared/assert-never.ts';
import type { Finding } from '../../daemon/doctor/finding.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { padded } from '../table.ts';
import { styled } from '../terminal.ts';

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('check the home, its database, its daemons and the tools; no daemon is needed')
    .action(async (_options: object, self: Command) => exitWith(await doctor(contextOf(self))));
  withExamples(command, 'fleetboard doctor', 'fleetboard doctor --home /mnt/old-home --json');
}

async function doctor({ settings, json, terminal }: CommandContext): Promise<ExitCode> {
  // Only here: reading a database takes what no other command has to load.
  const { examineHome } = await import('../../daemon/doctor/examine-home.ts');
  const findings = await examineHome({
    home: settings.home,
    sqliteBinding: settings.sqliteBinding,
    now: terminal.now(),
  });
  const failed = findings.filter(({ state }) => state === 'fail').length;
  if (json) {
    terminal.json({ ok: failed === 0, home: settings.home, findings });
  } else {
    const width = Math.max(...findings.map(({ check }) => check.length));
    for (const finding of findings) {
      terminal.say(`${mark(finding)}  ${padded(finding.check, width)}  ${finding.message}`);
      if (finding.nextStep !== null) {
        terminal.say(`${' '.repeat(6 + width + 2)}${styled('dim', finding.nextStep)}`);
      }
    }
  }
  return failed === 0 ? EXIT.done : EXIT.failed;
}

function mark({ state }: Finding): string {
  switch (state) {
    case 'ok':
      return styled('green', 'ok  ');
    case 'warn':
      return styled('yellow', 'warn');
    case 'fail':
      return styled('red', 'fail');
    default:
      return assertNever(state);
  }
}
