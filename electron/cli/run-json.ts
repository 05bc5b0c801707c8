import type { RunDetails } from '../../shared/runs.ts';

/** One run of `run list --json`, with all that `run show` knows of it. */
export function runInFull({ card, ...details }: RunDetails) {
  return { ...card, ...details };
}
