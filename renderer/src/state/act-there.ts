import type { AnyOutcome } from '../../../shared/outcomes.ts';
import type { Problem } from '../../../shared/problems.ts';
import { refuse, refuseWith, reportOutcome } from './notices.ts';

/** What an action is about, for the words that say what came of it. */
export interface ActedOn {
  /** Such as the title of a card. */
  readonly subject: string;
  /** What it is: `attempt`, `session`. */
  readonly noun: string;
}

type Answer<Outcome> =
  | { readonly ok: true; readonly value: Outcome }
  | { readonly ok: false; readonly problem: Problem };

/** Makes one call of the daemon of this window, or through it of the daemon at an address. */
type Ask<Outcome> = (at?: string) => Promise<Answer<Outcome>>;

/**
 * Makes a call and says what came of it. Where another daemon owns what it is about, the same call is offered to be
 * made there. `answered` is told of every outcome, from here and from there.
 */
export async function ask<Outcome extends AnyOutcome>(
  on: ActedOn,
  makeCall: Ask<Outcome>,
  answered: (outcome: Outcome) => void = () => {},
  at?: string,
): Promise<void> {
  const answer = await makeCall(at);
  if (!answer.ok) {
    refuseWith(on.subject, answer.problem);
    return;
  }
  const outcome = answer.value;
  answered(outcome);
  if (outcome.outcome !== 'not_owner') {
    reportOutcome(on.subject, outcome);
    return;
  }
  const owner = outcome.ownerDaemon;
  const actThere = { label: 'Act there', act: () => ask(on, makeCall, answered, owner) };
  refuse(on.subject, `Another daemon (${owner}) owns this ${on.noun}.`, actThere, outcome.outcome);
}
