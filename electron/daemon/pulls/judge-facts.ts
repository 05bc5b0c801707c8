import type { FailedFact, PullFactsShown, PullStatus } from '../../../shared/pulls.ts';
import type { Evidence, PullName, RunPullRow } from '../store/pulls/pull-store.ts';
import type { PullFacts, PullReview } from './forge/pull-facts.ts';

/** On a public repository anybody can approve; these can merge. */
const MAY_APPROVE = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** Facts as a card shows them. Reviews count as each author's last word; approvals only at the exact head. */
export function shownFacts(facts: PullFacts): PullFactsShown {
  const last = lastWords(facts.reviews);
  const authors = (wanted: (review: PullReview) => boolean) =>
    last.filter(wanted).map(({ author }) => author ?? 'somebody');
  return {
    state: facts.state,
    headCommit: facts.headCommit,
    baseBranch: facts.baseBranch,
    isMergeable: facts.isMergeable,
    checks: facts.checksWord,
    approvedBy: authors(({ state, commit }) => state === 'approved' && commit === facts.headCommit),
    changesRequestedBy: authors(({ state }) => state === 'changes_requested'),
    readAt: facts.readAt,
  };
}

/** What a reviewer said last; a mere comment takes nothing back. */
function lastWords(reviews: readonly PullReview[]): PullReview[] {
  const last = new Map<string, PullReview>();
  for (const review of reviews) {
    if (review.state === 'commented' || !MAY_APPROVE.has(review.authorAssociation)) continue;
    last.set(review.author ?? `review ${review.id}`, review);
  }
  return [...last.values()];
}

/**
 * Everything that must hold before what is merge-ready is continued or merged: each fact that does not, with what was
 * expected and what the forge says.
 */
export function failedFacts(
  row: RunPullRow,
  facts: PullFacts,
  expectedHead: string,
): readonly FailedFact[] {
  const shown = shownFacts(facts);
  const found: readonly (FailedFact | null)[] = [
    unless(facts.state === 'open', 'open', 'an open pull request', facts.state),
    unless(
      isSame(facts.repository, row.repository) && isSame(facts.headRepository, row.repository),
      'repository',
      row.repository,
      isSame(facts.repository, row.repository)
        ? `a head in ${facts.headRepository ?? 'a repository that is gone'}`
        : facts.repository,
    ),
    unless(facts.headBranch === row.headBranch, 'branch', row.headBranch, facts.headBranch),
    unless(facts.baseBranch === row.baseBranch, 'base', row.baseBranch, facts.baseBranch),
    unless(facts.headCommit === expectedHead, 'head', expectedHead, facts.headCommit),
    unless(shown.checks === 'green', 'checks', 'green', shown.checks),
    unless(
      shown.changesRequestedBy.length === 0 && shown.approvedBy.length > 0,
      'approval',
      `an approval of ${expectedHead}`,
      shown.changesRequestedBy.length > 0
        ? `changes requested by ${shown.changesRequestedBy.join(', ')}`
        : 'none at this head',
    ),
  ];
  return found.filter((fact) => fact !== null);
}

/** Forges do not tell names of repositories apart by their case. */
function isSame(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

function unless(
  holds: boolean,
  fact: FailedFact['fact'],
  expected: string,
  found: string,
): FailedFact | null {
  return holds ? null : { fact, expected, found };
}

/** What the facts make of a pull request that is followed; its approved head is there exactly while it is merge-ready. */
export function statusAfter(
  row: RunPullRow,
  facts: PullFacts,
): { readonly status: PullStatus; readonly approvedHead: string | null } {
  if (facts.state === 'merged') return { status: 'merged', approvedHead: row.approvedHead };
  if (facts.state === 'closed') return { status: 'closed', approvedHead: null };
  if (row.status === 'continuing') {
    return { status: row.status, approvedHead: row.approvedHead };
  }
  // A row from before heads were recorded keeps its word until it is continued or seen otherwise.
  const isReady = failedFacts(row, facts, row.pushedCommit ?? facts.headCommit).length === 0;
  if (isReady && isWithoutHead(row)) return { status: 'merge_ready', approvedHead: null };
  return isReady
    ? { status: 'merge_ready', approvedHead: facts.headCommit }
    : { status: 'open', approvedHead: null };
}

/** Merge-ready from before heads were recorded. */
export function isWithoutHead({ status, approvedHead }: RunPullRow): boolean {
  return status === 'merge_ready' && approvedHead === null;
}

/**
 * The head of a merge-ready row that recorded none, from what was seen for the same unit, requester and repository alone:
 * work that was completed and an approval that was posted, both at the live head. A reason where that is not there.
 */
export function headFromEvidence(
  row: RunPullRow & PullName,
  evidence: readonly Evidence[],
  liveHead: string,
): { readonly head: string } | { readonly failed: FailedFact } {
  const missing = (['coding_completed', 'approval_posted'] as const).flatMap((kind) => {
    const ofKind = evidence.filter((seen) => seen.kind === kind);
    const why = whyNotEnough(row, ofKind, liveHead);
    return why === null ? [] : [`${kind}: ${why}`];
  });
  if (missing.length === 0) return { head: liveHead };
  return {
    failed: {
      fact: 'evidence',
      expected: `completed work and a posted approval of ${liveHead} by the same unit, requester and repository`,
      found: missing.join('; '),
    },
  };
}

function whyNotEnough(
  row: RunPullRow & PullName,
  evidence: readonly Evidence[],
  liveHead: string,
): string | null {
  if (evidence.length === 0) return 'none is recorded';
  const here = evidence.filter(
    ({ host, repository, number }) =>
      host === row.host && repository === row.repository && number === row.number,
  );
  if (here.length === 0) return `only of ${evidence[0]?.repository ?? 'another repository'}`;
  const ofUnit = here.filter(({ unit, runId }) => unit === row.unit && runId === row.runId);
  if (ofUnit.length === 0) return 'only of another unit';
  const ofRequester = ofUnit.filter(({ requester }) => requester === row.requester);
  if (ofRequester.length === 0) {
    return `only for ${ofUnit[0]?.requester ?? 'another requester'}, not for ${row.requester}`;
  }
  return ofRequester.some(({ head }) => head === liveHead)
    ? null
    : `at ${ofRequester.at(-1)?.head ?? 'another head'}`;
}
