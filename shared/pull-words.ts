import { assertNever } from './assert-never.ts';
import { describeDuration } from './durations.ts';
import type { PullFactsShown, PullStatus, RequiredFact, RunPull } from './pulls.ts';

/** As many digits of a commit as tell it apart in a line. */
const SHORT_COMMIT = 7;
/** The forge is read every minute; facts that are older than this were not read when they should have been. */
const FRESH_MS = 5 * 60_000;
/** How many people are named in a line. */
const NAMED = 3;

export function shortCommit(commit: string): string {
  return commit.slice(0, SHORT_COMMIT);
}

export function pullStatusWord(status: PullStatus): string {
  switch (status) {
    case 'publishing':
      return 'Being published';
    case 'open':
      return 'Open';
    case 'merge_ready':
      return 'Merge-ready';
    case 'continuing':
      return 'Being continued';
    case 'merging':
      return 'Being merged';
    case 'merged':
      return 'Merged';
    case 'closed':
      return 'Closed';
    case 'released':
      return 'Released';
    default:
      return assertNever(status);
  }
}

/** `#12`; null until the forge has given a number. */
export function pullNumber({ number }: Pick<RunPull, 'number'>): string | null {
  return number === null ? null : `#${number}`;
}

/** Where it stands: `open`, `Merge-ready at abc1234`. */
export function pullMark(pull: RunPull): string {
  if (pull.status !== 'merge_ready') return pullStatusWord(pull.status).toLowerCase();
  return pull.approvedHead === null
    ? 'Merge-ready, no head recorded'
    : `Merge-ready at ${shortCommit(pull.approvedHead)}`;
}

/** One quiet line: `#12 open · checks pending · approved by ann`. */
export function pullLine(pull: RunPull): string {
  const number = pullNumber(pull);
  const mark = number === null ? `pull request ${pullMark(pull)}` : `${number} ${pullMark(pull)}`;
  return [mark, ...pullNews(pull)].join(' · ');
}

/** What its line says beside where it stands, the most telling first. */
export function pullNews(pull: RunPull): readonly string[] {
  const { ownedByOther, baseBranch } = pull;
  const owner = ownedByOther === null ? [] : [`owned by ${ownedByOther}`];
  switch (pull.status) {
    case 'open':
    case 'continuing':
      return [...owner, ...factsWords(pull.facts, baseBranch)];
    case 'merge_ready':
      // Green and approved is what the word means; only what speaks against it is news.
      return [...owner, ...troublesome(pull.facts, baseBranch)];
    case 'publishing':
    case 'merging':
    case 'merged':
    case 'closed':
    case 'released':
      return owner;
    default:
      return assertNever(pull.status);
  }
}

function factsWords(facts: PullFactsShown | null, baseBranch: string): readonly string[] {
  if (facts === null) return ['not read yet'];
  const { checks, approvedBy } = facts;
  return [
    ...troublesome(facts, baseBranch),
    ...(checks === 'red' ? [] : [checksWords(checks)]),
    ...(approvedBy.length === 0 ? [] : [`approved by ${names(approvedBy)}`]),
  ];
}

function troublesome(facts: PullFactsShown | null, baseBranch: string): readonly string[] {
  if (facts === null) return [];
  const { checks, changesRequestedBy, isMergeable } = facts;
  return [
    ...(changesRequestedBy.length === 0
      ? []
      : [`changes requested by ${names(changesRequestedBy)}`]),
    ...(checks === 'red' ? [checksWords(checks)] : []),
    ...(isMergeable === false ? [`conflicts with ${baseBranch}`] : []),
  ];
}

export function checksWords(checks: PullFactsShown['checks']): string {
  switch (checks) {
    case 'green':
      return 'checks green';
    case 'red':
      return 'checks red';
    case 'pending':
      return 'checks pending';
    case 'none':
      return 'no checks';
    default:
      return assertNever(checks);
  }
}

export function mergeabilityWords({ isMergeable, baseBranch }: PullFactsShown): string {
  if (isMergeable === null) return 'not known yet';
  return isMergeable ? `merges into ${baseBranch}` : `conflicts with ${baseBranch}`;
}

/** Whose it is: an attempt of this run, or somebody else. */
export function pullOwnerWords({
  ownerOrdinal,
  ownedByOther,
}: Pick<RunPull, 'ownerOrdinal' | 'ownedByOther'>): string {
  if (ownedByOther !== null) return `${ownedByOther}, not this run`;
  return ownerOrdinal === null ? 'nobody' : `attempt ${ownerOrdinal} of this run`;
}

/** Of when its facts are, when that has to be said: the forge is in trouble or was not read for long. */
export function outdatedSince(
  { status, facts, trouble }: Pick<RunPull, 'status' | 'facts' | 'trouble'>,
  now: number,
): number | null {
  if (facts === null || isOver(status)) return null;
  return trouble !== null || now - facts.readAt > FRESH_MS ? facts.readAt : null;
}

/** `facts of 12m 4s ago`, or nothing while they are fresh. */
export function factsAgeWords(pull: RunPull, now: number): string {
  const since = outdatedSince(pull, now);
  return since === null ? '' : `facts of ${describeDuration(now - since)} ago`;
}

/** Nothing more is read of it. */
export function isOver(status: PullStatus): boolean {
  return status === 'merged' || status === 'closed' || status === 'released';
}

export function requiredFactWords(fact: RequiredFact): string {
  switch (fact) {
    case 'open':
      return 'Open';
    case 'repository':
      return 'Same repository';
    case 'branch':
      return 'Bound branch';
    case 'base':
      return 'Base branch';
    case 'head':
      return 'Live head';
    case 'checks':
      return 'Checks';
    case 'approval':
      return 'Approval';
    case 'evidence':
      return 'Evidence';
    default:
      return assertNever(fact);
  }
}

export function names(people: readonly string[]): string {
  const rest = people.length - NAMED;
  const shown = people.slice(0, NAMED).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
