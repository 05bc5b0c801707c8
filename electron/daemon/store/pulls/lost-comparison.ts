import type { LostRace } from '../../../../shared/pulls.ts';
import type { RaceLost } from './pull-store.ts';

/** Rolls a transaction back in which one of several comparisons was lost. */
export class LostComparison extends Error {
  readonly race: LostRace;

  constructor(race: LostRace) {
    super(race);
    this.name = 'LostComparison';
    this.race = race;
  }
}

/** Everything or nothing: a comparison that was lost is the outcome, and nothing of the transaction is left. */
export async function orLost<Outcome>(write: () => Promise<Outcome>): Promise<Outcome | RaceLost> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof LostComparison) return { outcome: 'race_lost', race: error.race };
    throw error;
  }
}
