import type { ContractInput, ContractMethod, ContractOutput } from '../../shared/contract.ts';
import { describeOutcome, isGranted } from '../../shared/outcome-words.ts';
import type { AnyOutcome } from '../../shared/outcomes.ts';
import { requiredFactWords } from '../../shared/pull-words.ts';
import type { FailedFact } from '../../shared/pulls.ts';
import { visibleText } from '../../shared/visible-text.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { table } from './table.ts';
import { firstLine } from './terminal.ts';

/** The calls that a daemon answers with an outcome that people are told. */
type ActionMethod = {
  [M in ContractMethod]: ContractOutput<M> extends AnyOutcome ? M : never;
}[ContractMethod];

/** Makes the call here, and with `there` once more at the daemon that owns what it is about. */
export async function act<M extends ActionMethod>(
  { call }: CommandContext,
  method: M,
  input: ContractInput<M>,
  there: boolean,
): Promise<AnyOutcome> {
  const outcome: AnyOutcome = await call(method, input);
  if (outcome.outcome !== 'not_owner' || !there) return outcome;
  return call(method, input, outcome.ownerDaemon);
}

/** Says what came of it. A new task or run is told by its id. */
export function reportOutcome(context: CommandContext, outcome: AnyOutcome): ExitCode {
  const { json, terminal } = context;
  const message = describeOutcome(outcome);
  const granted = isGranted(outcome);
  const nextStep =
    outcome.outcome === 'not_owner'
      ? `Add --there to act there, or ask that daemon: --port ${portIn(outcome.ownerDaemon)}.`
      : null;
  if (json) {
    const { outcome: name, ...details } = withId(outcome);
    terminal.json({ outcome: name, ...details, message, ...(nextStep && { nextStep }) });
  } else if (granted) {
    terminal.say(idOfNew(outcome) ?? visibleText(message));
  } else if (outcome.outcome === 'facts_refused') {
    terminal.note('Nothing was started or changed. These facts do not hold:');
    for (const line of factsTable(outcome.failed)) terminal.note(line);
  } else {
    terminal.note(visibleText(nextStep === null ? message : `${message} ${nextStep}`));
  }
  return granted ? EXIT.done : EXIT.refused;
}

/** Everywhere in the command's output a task or a run is named by `id`. */
function withId(outcome: AnyOutcome) {
  const id = idOfNew(outcome);
  return id === null ? outcome : { outcome: outcome.outcome, id };
}

function idOfNew(outcome: AnyOutcome): string | null {
  if (outcome.outcome === 'enqueued') return outcome.taskId;
  return outcome.outcome === 'run_started' ? outcome.runId : null;
}

function portIn(owner: string): string {
  return owner.slice(owner.lastIndexOf(':') + 1);
}

function factsTable(failed: readonly FailedFact[]): string[] {
  const lines = table(
    ['FACT', 'EXPECTED', 'FOUND'],
    failed.map(({ fact, expected, found }) => [
      requiredFactWords(fact),
      firstLine(expected),
      firstLine(found),
    ]),
    null,
  );
  return lines.map((line) => `  ${line}`);
}
