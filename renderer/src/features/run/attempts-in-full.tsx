import { useState } from 'react';
import type { RunAttemptDetails, RunCard } from '../../../../shared/runs.ts';
import { AttemptInFull } from './attempt-in-full.tsx';
import { AttemptTimeline } from './attempt-timeline.tsx';

interface AttemptsInFullProps {
  readonly run: RunCard;
  readonly attempts: readonly RunAttemptDetails[];
}

/** All attempts on one scale of time, and one of them in full: the newest unless another is chosen. */
export function AttemptsInFull({ run, attempts }: AttemptsInFullProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = attempts.find(({ ordinal }) => ordinal === chosen) ?? attempts.at(-1);
  if (shown === undefined) {
    return (
      <p className="px-5 py-3 text-ink-3">Nothing yet. Its first attempt is being prepared.</p>
    );
  }
  return (
    <>
      <AttemptTimeline run={run} shown={shown.ordinal} choose={setChosen} />
      <AttemptInFull key={shown.ordinal} run={run} attempt={shown} />
    </>
  );
}
