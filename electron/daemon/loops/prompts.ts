import type { AgentConfiguration } from '../../../shared/configuration.ts';
import type { ReviewComment } from '../../../shared/runs.ts';
import type { WorkError } from '../../../shared/work-errors.ts';
import type { Attempt } from '../store/runs/run-store.ts';

type Protocol = AgentConfiguration['protocol'];

export function promptAfterFailedCheck(
  protocol: Protocol,
  goal: string,
  check: string,
  attempt: Pick<Attempt, 'ordinal' | 'checkExitCode' | 'checkOutput'>,
): string {
  const how =
    attempt.checkExitCode === null
      ? 'did not end in time'
      : `ended with exit code ${attempt.checkExitCode}`;
  const output = attempt.checkOutput?.trim() ?? '';
  return withAddition(protocol, goal, [
    `Attempt ${attempt.ordinal} did not get there: the check \`${check}\` ${how}.`,
    ...(output === '' ? ['It printed nothing.'] : ['The end of what it printed:', '', output]),
    '',
    'What was done so far is committed in this folder. Go on from there.',
  ]);
}

export function promptAfterFailedAgent(
  protocol: Protocol,
  goal: string,
  ordinal: number,
  error: WorkError | null,
): string {
  return withAddition(protocol, goal, [
    `Attempt ${ordinal} ended with a failure: ${error?.message ?? 'it was not told why'}`,
    '',
    'What was done so far is committed in this folder. Go on from there.',
  ]);
}

/** The prompt is the one that was under way; whoever got it may have begun. */
export function promptAfterInterruption(protocol: Protocol, before: string): string {
  return withAddition(protocol, before, [
    'This was begun before and interrupted. What was done so far is committed in this folder. Look at it and go on from there.',
  ]);
}

export function promptOfChanges(
  protocol: Protocol,
  goal: string,
  words: string,
  comments: readonly ReviewComment[],
): string {
  const onLines = comments.flatMap(({ path, side, line, text }) => [
    `- ${path}, line ${line}${side === 'old' ? ' before the change' : ''}: ${text.trim()}`,
  ]);
  return withAddition(protocol, goal, [
    'Your work on this was reviewed, and changes are wanted.',
    ...(words.trim() === '' ? [] : ['', words.trim()]),
    ...(onLines.length === 0 ? [] : ['', 'Comments on lines:', ...onLines]),
    '',
    'What was done so far is committed in this folder. Go on from there.',
  ]);
}

/** The goal of a command is a shell line: what is added must not run. */
function withAddition(protocol: Protocol, text: string, added: readonly string[]): string {
  const lines = added.flatMap((line) => line.split('\n'));
  return protocol === 'command'
    ? [text, '', ...lines.map((line) => `# ${line}`.trimEnd())].join('\n')
    : [text, '', '---', '', ...lines].join('\n');
}
