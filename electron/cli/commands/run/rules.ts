import type { Command } from 'commander';
import type { RunRule } from '../../../../shared/runs.ts';
import { act, reportOutcome } from '../../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import { UsageNotAccepted } from '../../command-stopped.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { identify, reportUnknown } from '../../identify.ts';
import { questionNamed, reportNoQuestion } from '../../open-question.ts';
import { ruleTable } from '../../run-in-words.ts';
import { thereOption } from '../../there-option.ts';

interface There {
  readonly there?: boolean;
}

export function addRules(run: Command): void {
  const allow = run
    .command('allow')
    .description('say yes to what is asked, now and from now on in its run')
    .argument('<approval>', 'its id, or that of the run or the task that asks')
    .addOption(thereOption())
    .action(async (written: string, { there = false }: There, self: Command) =>
      exitWith(await allowForRun(contextOf(self), written, there)),
    );
  withExamples(allow, 'fleetboard run allow 5e6f7a8b');

  const list = run
    .command('rules')
    .description('what the agent of a run may do on top of its profile')
    .argument('<run>', 'its id, or the beginning of it')
    .action(async (written: string, _options: object, self: Command) =>
      exitWith(await rules(contextOf(self), written)),
    );
  withExamples(list, 'fleetboard run rules 1a2b3c4d');

  const disallow = run
    .command('disallow')
    .description('remove a rule of a run: the agent asks about it again')
    .argument('<run>', 'its id, or the beginning of it')
    .argument('<rule>', 'its id, or the beginning of it; "run rules" lists them')
    .addOption(thereOption())
    .action(async (written: string, rule: string, { there = false }: There, self: Command) =>
      exitWith(await removeRule(contextOf(self), written, rule, there)),
    );
  withExamples(disallow, 'fleetboard run disallow 1a2b3c4d 9c0d1e2f');
}

async function allowForRun(
  context: CommandContext,
  written: string,
  there: boolean,
): Promise<ExitCode> {
  const asked = await questionNamed(context, ['approval', 'run', 'task'], written);
  if (asked.found === 'unknown') return reportUnknown(context, 'approval', written);
  if (asked.found === 'no_question') return reportNoQuestion(context, asked.status);
  const { approvalId } = asked;
  return reportOutcome(context, await act(context, 'run.allow', { approvalId }, there));
}

async function rules(context: CommandContext, written: string): Promise<ExitCode> {
  const { json, terminal } = context;
  const run = await runWithRules(context, written);
  if (run === null) return reportUnknown(context, 'run', written);
  if (json) terminal.json(run.rules);
  else for (const line of ruleTable(run.rules)) terminal.say(line.trimStart());
  if (!json && run.rules.length === 0) {
    terminal.note(
      `Nothing beyond its profile, ${run.profile}. "fleetboard run allow" adds a rule.`,
    );
  }
  return EXIT.done;
}

async function removeRule(
  context: CommandContext,
  written: string,
  rule: string,
  there: boolean,
): Promise<ExitCode> {
  const run = await runWithRules(context, written);
  if (run === null) return reportUnknown(context, 'run', written);
  const [found, ...others] = run.rules.filter(({ id }) => rule !== '' && id.startsWith(rule));
  if (found === undefined) return reportNoRule(context, written, rule);
  if (others.length > 0) {
    throw new UsageNotAccepted(
      'ambiguous_id',
      `"${rule}" is the beginning of ${others.length + 1} rules.`,
      'Give more of the id.',
    );
  }
  const input = { runId: run.id, ruleId: found.id };
  return reportOutcome(context, await act(context, 'run.removeRule', input, there));
}

function reportNoRule({ json, terminal }: CommandContext, run: string, rule: string): ExitCode {
  const message = `The run has no rule whose id begins with "${rule}".`;
  const nextStep = `"fleetboard run rules ${run}" lists them.`;
  if (json) terminal.json({ outcome: 'not_found', message, nextStep });
  else terminal.note(`${message} ${nextStep}`);
  return EXIT.refused;
}

interface RunWithRules {
  readonly id: string;
  readonly profile: string;
  readonly rules: readonly RunRule[];
}

async function runWithRules(
  context: CommandContext,
  written: string,
): Promise<RunWithRules | null> {
  const run = await identify(context, ['run'], written);
  if (run === null) return null;
  const answer = await context.call('run.details', { runId: run.id });
  if (answer.outcome === 'not_found') return null;
  const { card, rules } = answer.details;
  return { id: run.id, profile: card.profile, rules };
}
