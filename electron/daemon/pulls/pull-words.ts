import type { Run } from '../store/runs/run-store.ts';

const LONGEST_TITLE = 120;

/** Title and body of a pull request, made from its run. */
export function wordsOfPull(run: Run): { readonly title: string; readonly body: string } {
  const line = run.goal.trim().split('\n', 1)[0]?.trim() ?? '';
  const title = line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line;
  const last = run.attempts.at(-1);
  const attempts = run.attempts.map(
    ({ ordinal, outcome, commit }) =>
      `- Attempt ${ordinal}: ${(outcome ?? 'not decided').replaceAll('_', ' ')}${commit === null ? '' : ` (${commit.slice(0, 12)})`}`,
  );
  const check =
    last?.checkExitCode === 0
      ? `The check passed: \`${run.check}\``
      : `The check did not pass: \`${run.check}\``;
  const body = ['## Goal', '', run.goal.trim(), '', '## Attempts', '', ...attempts, '', check];
  return { title, body: body.join('\n') };
}
