import type { Moment } from './agreement.ts';
import { INVARIANTS_OF_THE_BOARD } from './invariants-of-the-board.ts';
import { INVARIANTS_OF_WAITING } from './invariants-of-waiting.ts';
import { INVARIANTS_OF_WORK } from './invariants-of-work.ts';
import type { QueueState } from './queue-state.ts';
import type { Step } from './steps.ts';
import { takenFrom } from './taken.ts';

const INVARIANTS = {
  ...INVARIANTS_OF_WORK,
  ...INVARIANTS_OF_WAITING,
  ...INVARIANTS_OF_THE_BOARD,
};

/** @throws Error that names the first sentence that no longer holds. */
export function expectInvariants(moment: Moment, step: Step, queue: QueueState): void {
  const taken = takenFrom(moment, step, queue);
  for (const [sentence, check] of Object.entries(INVARIANTS)) {
    try {
      check(taken);
    } catch (error) {
      throw new Error(`It no longer holds that ${sentence}.`, { cause: error });
    }
  }
}
