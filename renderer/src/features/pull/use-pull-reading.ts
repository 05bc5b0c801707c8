import { useEffect, useState } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { CallResult } from '../../../../shared/contract.ts';
import { describeOutcome } from '../../../../shared/outcome-words.ts';
import { isOver } from '../../../../shared/pull-words.ts';
import type { RunPull } from '../../../../shared/pulls.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { call } from '../../api/daemon.ts';
import type { Reason } from '../../state/reason.ts';

export interface PullReading {
  readonly isUnderWay: boolean;
  /** Why the forge was not read the last time; null when it was. */
  readonly trouble: Reason | null;
  readonly read: () => Promise<void>;
}

/** Reads the forge when a person begins to look at the run, and whenever they ask. What it says comes with the run. */
export function usePullReading({ id: runId, pull }: RunCard): PullReading {
  const [isUnderWay, setUnderWay] = useState(false);
  const [trouble, setTrouble] = useState<Reason | null>(null);
  const isReadable = canBeRead(pull);

  async function read() {
    setUnderWay(true);
    setTrouble(troubleIn(await readAtItsOwner(runId)));
    setUnderWay(false);
  }

  // Once per look, not whenever what was read changes the run.
  useEffect(() => {
    if (isReadable) void read();
  }, [isReadable]);

  return { isUnderWay, trouble, read };
}

/** Whether there is something on the forge whose facts still change. */
export function canBeRead(pull: RunPull | null): boolean {
  return pull !== null && pull.number !== null && !isOver(pull.status);
}

/** To read changes nothing, so nobody has to be asked whether the daemon that owns the run may be. */
export async function readAtItsOwner(runId: string): Promise<CallResult<'run.refreshPull'>> {
  const answer = await call('run.refreshPull', { runId });
  return answer.ok && answer.value.outcome === 'not_owner'
    ? call('run.refreshPull', { runId }, answer.value.ownerDaemon)
    : answer;
}

function troubleIn(answer: CallResult<'run.refreshPull'>): Reason | null {
  if (!answer.ok) return answer.problem;
  const outcome = answer.value;
  switch (outcome.outcome) {
    case 'pull_read':
      return null;
    case 'forge_refused':
      return outcome.problem;
    case 'not_published':
    case 'not_owner':
    case 'not_found':
      return describeOutcome(outcome);
    default:
      return assertNever(outcome);
  }
}
