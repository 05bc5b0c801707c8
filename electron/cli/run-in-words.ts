import { auditWords } from '../../shared/audit-words.ts';
import { describeDuration } from '../../shared/durations.ts';
import { attemptCauseWords, attemptWord, describeCost } from '../../shared/run-words.ts';
import type { RunAttempt, RunDetails, RunRule } from '../../shared/runs.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { pullLines } from './pull-lines.ts';
import { colouredRunWord, limitsUsed, workedMs } from './run-lines.ts';
import { padded, table } from './table.ts';
import { firstLine, styled } from './terminal.ts';
import { ago, clockTime, shortId } from './words.ts';

/** A run as a person reads it. */
export function runInWords(details: RunDetails, history: boolean, now: number): string[] {
  const { card, attempts, rules } = details;
  const end = card.endDetail === null ? '' : `  ${firstLine(card.endDetail)}`;
  return [
    `${card.id}  ${colouredRunWord(card)}${end}`,
    '',
    ...indented(details.goal),
    '',
    ...facts(details, now),
    ...(card.pull === null ? [] : ['', ...pullLines(card.pull, now)]),
    ...question(details),
    '',
    styled('dim', 'Attempts'),
    ...attemptTable(attempts, now),
    ...(rules.length === 0 ? [] : ['', styled('dim', 'Allowed in this run'), ...ruleTable(rules)]),
    ...(history ? ['', styled('dim', 'History'), ...historyTable(details)] : []),
  ];
}

export function ruleTable(rules: readonly RunRule[]): string[] {
  return inTable(
    ['Rule', 'Tool', 'By', 'Added', 'What'],
    rules.map(({ id, toolKind, subject, addedBy, addedAt }) => [
      shortId(id),
      toolKind,
      firstLine(addedBy),
      clockTime(addedAt),
      subject === null ? 'of any kind' : firstLine(subject),
    ]),
  );
}

function facts({ card, folder, workFolder, baseCommit }: RunDetails, now: number): string[] {
  const used = limitsUsed(card, now);
  const values: [string, string | null][] = [
    ['Check', card.check],
    ['Agent', `${card.agent} with profile ${card.profile}`],
    ['Attempts', used.attempts],
    ['Worked', used.worked],
    ['Cost', used.cost],
    ['Base', `${card.baseBranch} at ${baseCommit.slice(0, 12)}`],
    ['Branch', card.hasWork ? card.branch : `${card.branch}, without changes`],
    ['Merged as', card.mergedCommit?.slice(0, 12) ?? null],
    ['Folder', folder],
    ['Works in', workFolder],
    ['Owner', card.ownerDaemon],
    ['Created', `${ago(card.createdAt, now)} by ${card.createdBy}`],
    ['Ended', card.endedAt === null ? null : ago(card.endedAt, now)],
    ['Held until', card.heldUntil === null ? null : clockTime(card.heldUntil)],
  ];
  return values.flatMap(([name, value]) =>
    value === null ? [] : [`  ${styled('dim', padded(name, 11))}${firstLine(value)}`],
  );
}

function question({ card: { id, question: asked } }: RunDetails): string[] {
  if (asked === null) return [];
  const { approvalId, title, subject, reason } = asked;
  return [
    '',
    styled('yellow', `It asks: ${firstLine(title)}`),
    ...indented(subject),
    ...indented(reason),
    `  fleetboard approve ${shortId(id)}  ${styled('dim', 'this once; --reject says no')}`,
    `  fleetboard run allow ${shortId(approvalId)}  ${styled('dim', 'from now on in this run')}`,
  ];
}

function attemptTable(attempts: readonly RunAttempt[], now: number): string[] {
  return inTable(
    ['No', 'Outcome', 'Worked', 'Check', 'Cost', 'Task', 'Why', 'Error'],
    attempts.map((attempt) => [
      String(attempt.ordinal),
      attemptWord(attempt).toLowerCase(),
      attempt.startedAt === null ? '' : describeDuration(workedMs(attempt, now)),
      attempt.checkExitCode === null ? '' : `exit ${attempt.checkExitCode}`,
      attempt.cost === null ? '' : describeCost(attempt.cost),
      shortId(attempt.taskId),
      attemptCauseWords(attempt.because),
      firstLine(attempt.error?.message ?? ''),
    ]),
  );
}

function historyTable({ history }: RunDetails): string[] {
  return inTable(
    ['Time', 'What', 'By', 'Detail'],
    history.map(({ at, action, actor, detail }) => [
      clockTime(at),
      auditWords(action),
      firstLine(actor),
      firstLine(detail),
    ]),
  );
}

function inTable(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = table(
    heading.map((word) => styled('dim', word)),
    rows,
    null,
  );
  return lines.map((line) => `  ${line}`);
}

function indented(text: string): string[] {
  return visibleText(text.trimEnd())
    .split('\n')
    .map((line) => `  ${line}`);
}
