import type { Command } from 'commander';
import { answerWords } from '../../../shared/answer-words.ts';
import { auditWords } from '../../../shared/audit-words.ts';
import type { Approval, TaskDetails } from '../../../shared/contract.ts';
import { describeDuration } from '../../../shared/durations.ts';
import { describeProcessUse } from '../../../shared/process-words.ts';
import type { ProcessUse } from '../../../shared/processes.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { identify, reportUnknown } from '../identify.ts';
import { padded, table } from '../table.ts';
import { taskInFull } from '../task-json.ts';
import { firstLine, styled } from '../terminal.ts';
import { ago, clockTime, shortId, stateWord } from '../words.ts';

export function addShow(program: Command): void {
  const command = program
    .command('show')
    .description('everything about one task: prompt, result, questions, history')
    .argument('<task>', 'its id, or the beginning of it')
    .action(async (written: string, _options: object, self: Command) =>
      exitWith(await show(contextOf(self), written)),
    );
  withExamples(command, 'fleetboard show 1a2b3c4d', 'fleetboard show 1a2b3c4d --json');
}

async function show(context: CommandContext, written: string): Promise<ExitCode> {
  const { call, json, terminal } = context;
  const task = await identify(context, ['task'], written);
  if (task === null) return reportUnknown(context, 'task', written);
  const answer = await call('task.details', { taskId: task.id });
  if (answer.outcome === 'not_found') return reportUnknown(context, 'task', written);
  const { details } = answer;
  const measured =
    details.processId === null ? null : await call('task.processes', { taskId: task.id });
  const use = measured?.outcome === 'measured' ? measured.use : null;
  if (json) terminal.json(taskInFull(details, use));
  else for (const line of inWords(details, use, terminal.now())) terminal.say(line);
  return EXIT.done;
}

function inWords(details: TaskDetails, use: ProcessUse | null, now: number): string[] {
  const { card } = details;
  return [
    `${card.id}  ${stateWord(card.state)}`,
    '',
    ...indented(details.prompt),
    '',
    ...facts(details, use, now),
    ...details.approvals.flatMap((approval) => question(card.id, approval)),
    ...(details.digest ? ['', styled('dim', 'Result'), ...indented(details.digest)] : []),
    '',
    styled('dim', 'History'),
    ...history(details),
  ];
}

function facts(
  { card, folder, workFolder, branch, processId, sessionIds }: TaskDetails,
  use: ProcessUse | null,
  now: number,
) {
  const end = card.settledAt ?? now;
  const took = card.startedAt === null ? null : describeDuration(end - card.startedAt);
  const values: [string, string | null][] = [
    ['Kind', `${card.kind}, ${card.shape}, ${card.status}`],
    ['Agent', `${card.agent} with profile ${card.profile}`],
    ['Owner', `${card.ownerDaemon ?? 'nobody'}, generation ${card.generation}`],
    ['Failures', card.kind === 'attempt' ? null : `${card.attempts} of ${card.failureLimit}`],
    ['Folder', folder],
    ['Works in', workFolder === folder ? null : workFolder],
    ['Branch', branch],
    ['Process', processId === null ? null : String(processId)],
    ['Uses', use === null ? null : describeProcessUse(use)],
    ['Sessions', sessionIds.length === 0 ? null : sessionIds.map(shortId).join(', ')],
    ['Created', ago(card.createdAt, now)],
    ['Took', took],
    [
      'Not before',
      card.notBefore !== null && card.notBefore > now ? clockTime(card.notBefore) : null,
    ],
    ['Held until', card.heldUntil === null ? null : clockTime(card.heldUntil)],
    ['Dismissed', card.dismissedBy === null ? null : `by ${card.dismissedBy}`],
    ['Error', card.error === null ? null : `${card.error.message} ${card.error.nextStep}`],
  ];
  return values.flatMap(([name, value]) =>
    value === null ? [] : [`  ${styled('dim', padded(name, 11))}${firstLine(value)}`],
  );
}

function question(taskId: string, approval: Approval): string[] {
  const title = firstLine(approval.title);
  if (approval.status !== 'open') {
    const how =
      approval.status === 'answered' ? `${approval.answer}, by ${approval.answeredBy}` : 'expired';
    return [`  ${styled('dim', padded('Asked', 11))}${title} (${firstLine(how)})`];
  }
  const what = approval.command ?? approval.subject;
  return [
    '',
    styled('yellow', `It asks: ${title}`),
    ...indented(what),
    ...indented(approval.reason),
    ...approval.options.map(
      (option) =>
        `  fleetboard approve ${shortId(taskId)} ${inQuotes(option.optionId)}  ${styled('dim', answerWords(option))}`,
    ),
  ];
}

function history({ audit }: TaskDetails): string[] {
  return table(
    ['Time', 'What', 'By', 'Generation', 'Detail'].map((word) => styled('dim', word)),
    audit.map(({ at, action, actor, generation, detail }) => [
      clockTime(at),
      auditWords(action),
      firstLine(actor),
      generation === null ? '' : String(generation),
      firstLine(detail),
    ]),
    null,
  ).map((line) => `  ${line}`);
}

function indented(text: string): string[] {
  return visibleText(text.trimEnd())
    .split('\n')
    .map((line) => `  ${line}`);
}

/** As it can be pasted into a shell. */
function inQuotes(word: string): string {
  return /^[\w.:/@-]+$/.test(word) ? word : `'${visibleText(word).replaceAll("'", "'\\''")}'`;
}
