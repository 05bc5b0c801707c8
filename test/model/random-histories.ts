import * as fc from 'fast-check';
import { it } from 'vitest';
import { type Pace, replay } from './history.ts';
import { historyAsCode } from './history-as-code.ts';
import { LONGEST, randomHistory } from './random-history.ts';

/** Of all files together; each takes its share, from a seed that a failure names. */
const STEPS = Number(process.env.FLEETBOARD_MODEL_STEPS ?? 10_000);
const SEED = Number(process.env.FLEETBOARD_MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** 0 reports the first failure as it was found: enough for a script that only wants to know whether there is one. */
const LONGEST_SHRINKING_MS = Number(process.env.FLEETBOARD_MODEL_SHRINK_MS ?? 60_000);
const HISTORIES_A_ROUND = 20;
const SLOWEST_STEP_MS = 50;

/** Takes this share of the steps at this pace, in histories of its own. */
export function describeRandomHistories(pace: Pace, share: number): void {
  const wanted = Math.ceil(STEPS * share);
  it(`two daemons and an old program, asked ${pace}, are what the model is for ${wanted} steps from seed ${SEED}`, {
    timeout: wanted * SLOWEST_STEP_MS + LONGEST_SHRINKING_MS,
  }, async () => {
    let taken = 0;
    let histories = 0;
    for (let round = 0; taken < wanted; round += 1) {
      const property = fc.asyncProperty(randomHistory, async (steps) => {
        taken += await replay(steps, pace);
        histories += 1;
      });
      const details = await fc.check(property, {
        seed: SEED + round,
        numRuns: HISTORIES_A_ROUND,
        endOnFailure: LONGEST_SHRINKING_MS === 0,
        interruptAfterTimeLimit:
          HISTORIES_A_ROUND * LONGEST * SLOWEST_STEP_MS + LONGEST_SHRINKING_MS,
        markInterruptAsFailure: true,
      });
      if (details.failed) {
        throw new Error(historyAsCode(details, pace), { cause: details.errorInstance });
      }
    }
    process.stdout.write(`${taken} steps in ${histories} histories from seed ${SEED}, ${pace}\n`);
  });
}
