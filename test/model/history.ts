import { deepStrictEqual } from 'node:assert';
import { expectAgreement, expectSameAnswer, type Moment } from './agreement.ts';
import { FleetUnderTest, type View } from './fleet-under-test.ts';
import { expectInvariants } from './invariants.ts';
import { QueueModel } from './queue-model.ts';
import { type Step, stepInWords } from './steps.ts';

/** A step after which the store and the model no longer agree, or an invariant no longer holds. */
export class HistoryBroke extends Error {
  constructor(index: number, step: Step, cause: unknown) {
    super(`Step ${index + 1}, ${stepInWords(step)}: ${inWords(cause)}`, { cause });
    this.name = 'HistoryBroke';
  }
}

/**
 * `one by one`: everything is compared after each step.
 * `in one turn`: what one daemon is asked for in a row is asked for in one turn of the event loop, so that the store may
 * commit it together; it is compared after each such turn.
 */
export type Pace = 'one by one' | 'in one turn';

/**
 * Takes the steps in the real store and in the model. Steps that mean nothing at their time are left out.
 *
 * @returns how many steps were taken.
 * @throws HistoryBroke
 */
export async function replay(steps: readonly Step[], pace: Pace = 'one by one'): Promise<number> {
  const fleet = new FleetUnderTest();
  const model = new QueueModel();
  let taken = 0;
  try {
    let before = fleet.look();
    let turn: Turn = [];
    for (const [index, step] of steps.entries()) {
      const previous = turn.at(-1)?.step;
      if (previous && !(pace === 'in one turn' && isOfOneTurn(previous, step, model))) {
        before = await endTurn(fleet, model, turn, before);
        turn = [];
      }
      if (!model.isPossible(step)) continue;
      const answer = fleet.perform(step, model);
      turn.push({ index, step, answer, expected: model.apply(step) });
      taken += 1;
    }
    await endTurn(fleet, model, turn, before);
    return taken;
  } finally {
    fleet.remove();
  }
}

/** Steps that are under way, each with what it must answer. */
type Turn = {
  readonly index: number;
  readonly step: Step;
  readonly answer: Promise<unknown>;
  readonly expected: unknown;
}[];

/** What needs the answer of an earlier step, or looks at the committed rows before it asks for a write. */
const ALONE: readonly Step['do'][] = ['answer', 'failLapsed', 'reclaimStale', 'settleHeld'];

/** Whether both are asked of the same store, in an order that it must keep. */
function isOfOneTurn(earlier: Step, later: Step, { queue }: QueueModel): boolean {
  const daemon = queue.daemonOf(later);
  const isAlone = ALONE.includes(earlier.do) || ALONE.includes(later.do);
  return daemon !== null && daemon === queue.daemonOf(earlier) && !isAlone;
}

async function endTurn(
  fleet: FleetUnderTest,
  model: QueueModel,
  turn: Turn,
  before: View,
): Promise<View> {
  const last = turn.at(-1);
  if (last === undefined) return before;
  let { index, step } = last;
  try {
    for (const taken of turn) {
      ({ index, step } = taken);
      expectSameAnswer(await taken.answer, taken.expected);
    }
    const moment = { before, after: fleet.look() };
    expectAgreement(moment, model.queue);
    if (turn.length === 1) expectInvariants(moment, step, model.queue);
    await expectBoardExactlyOnce(fleet, moment);
    model.queue.audit.length = 0;
    model.queue.events.length = 0;
    return moment.after;
  } catch (error) {
    await Promise.allSettled(turn.map(({ answer }) => answer));
    throw new HistoryBroke(index, step, error);
  }
}

const PAGE = 2;

/** A client of the board that has seen everything up to this step gets each row that changed in it once, in pages. */
async function expectBoardExactlyOnce(
  fleet: FleetUnderTest,
  { before, after }: Moment,
): Promise<void> {
  const seen: { id: string; revision: number }[] = [];
  let since = before.boardRevision;
  for (let more = true; more; ) {
    const page = await fleet.store('A').board.changesSince(since, PAGE);
    seen.push(...page.cards.map(({ id, revision }) => ({ id, revision })));
    ({ more, revision: since } = page);
  }
  const changed = after.tasks
    .filter(({ revision }) => Number(revision) > before.boardRevision)
    .map(({ id, revision }) => ({ id: String(id), revision: Number(revision) }))
    .sort((a, b) => a.revision - b.revision);
  deepStrictEqual(seen, changed, 'what the board was told');
  deepStrictEqual(since, after.boardRevision, 'how far the board has come');
}

function inWords(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause === undefined ? cause.message : `${cause.message}\n${inWords(cause.cause)}`;
}
