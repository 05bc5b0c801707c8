import { describe } from 'vitest';
import type { CreateDatabase } from '../helpers/store-database.ts';
import { describeAnswering } from './task-store-answering.ts';
import { describeAsking } from './task-store-asking.ts';
import { describeCancelling } from './task-store-cancelling.ts';
import { describeClaiming } from './task-store-claiming.ts';
import { describeClaimingMany } from './task-store-claiming-many.ts';
import { describeCompleting } from './task-store-completing.ts';
import { describeEarlierAnswers } from './task-store-earlier-answers.ts';
import { describeEnqueueing } from './task-store-enqueueing.ts';
import { describeFailing } from './task-store-failing.ts';
import { describeHolding } from './task-store-holding.ts';
import { describeOneTurn } from './task-store-in-one-turn.ts';
import { describeKeptResults } from './task-store-kept-results.ts';
import { describeReading } from './task-store-reading.ts';
import { describeReclaiming } from './task-store-reclaiming.ts';
import { describeRunning } from './task-store-running.ts';
import { describeSettlingHeld } from './task-store-settling-held.ts';
import { describeTenants } from './task-store-tenants.ts';
import { describeUnholding } from './task-store-unholding.ts';
import { describeWorkerCap } from './task-store-worker-cap.ts';

/** What any implementation of the queue must do: the transition table of DESIGN section 3, row by row. */
export function describeTaskStore(name: string, create: CreateDatabase): void {
  describe(`the queue of the ${name} store`, () => {
    describeEnqueueing(create);
    describeClaiming(create);
    describeClaimingMany(create);
    describeWorkerCap(create);
    describeRunning(create);
    describeCompleting(create);
    describeFailing(create);
    describeReclaiming(create);
    describeCancelling(create);
    describeOneTurn(create);
    describeReading(create);
    describeTenants(create);
  });
}

/** What waits on a person: holds, the results that arrive meanwhile, questions and answers. */
export function describeWaitingOnPeople(name: string, create: CreateDatabase): void {
  describe(`holds and questions of the ${name} store`, () => {
    describeHolding(create);
    describeUnholding(create);
    describeKeptResults(create);
    describeSettlingHeld(create);
    describeAsking(create);
    describeAnswering(create);
    describeEarlierAnswers(create);
  });
}
