import type { RunAttempt } from '../../../shared/runs.ts';

/** What the check of an attempt ended with; nothing while there is nothing to say. */
export function CheckResult({ attempt }: { attempt: RunAttempt }) {
  const words = checkWords(attempt);
  return words === null ? null : (
    <span className="shrink-0 font-mono text-2xs text-ink-3">{words}</span>
  );
}

/** `exit 1`; null before the check has run. */
export function checkWords({ checkExitCode, checkedAt }: RunAttempt): string | null {
  if (checkExitCode !== null) return `exit ${checkExitCode}`;
  return checkedAt === null ? null : 'check cut off';
}
