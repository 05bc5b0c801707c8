import * as fc from 'fast-check';
import { DAEMONS, NO_CAP, PROJECTS, REQUESTS, type Step, TASKS } from './steps.ts';

// Mostly one daemon, so that its work gets far; the other is there to be kept out.
const by = fc.constantFrom(DAEMONS[0], DAEMONS[0], DAEMONS[0], DAEMONS[1]);
const task = fc.constantFrom(...TASKS);
// Mostly one project, so that its cap is felt.
const project = fc.constantFrom(PROJECTS[0], PROJECTS[0], PROJECTS[1]);
/** Mostly the present generation; else one that was lost, or one that is still to come. */
const generationsAgo = fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2, -1);
const questionsAgo = fc.constantFrom(0, 0, 0, 1, 2);
/** Times that meet leases, holds and backoffs to the millisecond, and just not. */
const ms = fc.constantFrom(1, 250, 350, 999, 1_000, 2_000, 2_000, 2_000);
const jumpMs = fc.constantFrom(-3_000, -1_000, -1, 1, 1_000, 5_000);

const named = <Name extends Step['do']>(...names: readonly Name[]) => fc.constantFrom(...names);

/** Each kind of step with its weight: how often it is tried. */
export const RANDOM_STEPS: readonly (readonly [number, fc.Arbitrary<Step>])[] = [
  [
    8,
    fc.record({
      do: named('enqueue'),
      ...{ by, task, project },
      kind: fc.constantFrom('send', 'spawn', 'spawn', 'attempt', 'attempt'),
      failureLimit: fc.integer({ min: 1, max: 3 }),
    }),
  ],
  [
    12,
    fc.record({
      do: named('claim'),
      by,
      cap: fc.constantFrom(1, 2, 3, 3, NO_CAP),
      except: fc.uniqueArray(task, { maxLength: 1 }),
    }),
  ],
  [6, fc.record({ do: named('markRunning'), task, generationsAgo })],
  [2, fc.record({ do: named('release'), task, generationsAgo })],
  [2, fc.record({ do: named('touch'), task, generationsAgo })],
  [4, fc.record({ do: named('complete'), task, generationsAgo })],
  [5, fc.record({ do: named('fail'), task, generationsAgo, retryable: fc.boolean() })],
  [5, fc.record({ do: named('hold'), by, task })],
  [7, fc.record({ do: named('unhold'), by, task })],
  [3, fc.record({ do: named('unholdWithoutWorker'), by, task })],
  [1, fc.record({ do: named('cancel'), by, task })],
  [2, fc.record({ do: named('dismiss'), by, task })],
  [
    6,
    fc.record({
      do: named('ask'),
      ...{ by, task, generationsAgo },
      request: fc.constantFrom(...REQUESTS),
    }),
  ],
  [
    8,
    fc.record({
      do: named('answer'),
      ...{ by, task, questionsAgo },
      option: fc.constantFrom('allow', 'allow', 'reject', 'never-offered'),
    }),
  ],
  [1, fc.record({ do: named('takeBack'), task, questionsAgo })],
  [3, fc.record({ do: named('reclaimStale'), by })],
  [2, fc.record({ do: named('settleHeld'), by })],
  [4, fc.record({ do: named('failLapsed'), by })],
  [2, fc.record({ do: named('restart'), by })],
  [6, fc.record({ do: named('pass'), ms })],
  [1, fc.record({ do: named('jump'), ms: jumpMs })],
  [1, fc.record({ do: named('sleep'), ms: jumpMs })],
  [1, fc.record({ do: named('shiftDeadlines'), by, ms: jumpMs })],
  [
    2,
    fc.record({
      do: named('oldInsert'),
      ...{ task, project },
      kind: fc.constantFrom('send', 'spawn'),
    }),
  ],
  [2, fc.record({ do: named('oldClaim', 'oldClaim', 'oldFinish'), task })],
  [1, fc.record({ do: named('oldReclaim') })],
];
