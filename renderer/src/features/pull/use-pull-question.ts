import { useState } from 'react';
import type { CallResult } from '../../../../shared/contract.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { ownerIn, type PullRefusal, settlePull } from './settle-pull.ts';

type Answer = CallResult<'run.continue' | 'run.mergePull' | 'run.release'>;

/** Asks the daemon when a person says so, and once it was refused by one that is not the owner, asks that one. */
export function usePullQuestion(
  run: RunCard,
  ask: (at?: string) => Promise<Answer>,
): {
  readonly refusal: PullRefusal | null;
  /** Whether the next press asks another daemon. */
  readonly isThere: boolean;
  readonly act: () => Promise<void>;
} {
  const [refusal, setRefusal] = useState<PullRefusal | null>(null);
  const [at, setAt] = useState<string | undefined>(undefined);
  async function act() {
    const refused = settlePull(run, await ask(at));
    setRefusal(refused);
    if (refused !== null) setAt(ownerIn(refused) ?? at);
  }
  return { refusal, isThere: at !== undefined, act };
}
