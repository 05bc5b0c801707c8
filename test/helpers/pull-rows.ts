import type { PullFactsShown, RunPull } from '../../shared/pulls.ts';

export const PULL_HEAD = 'abc1234'.padEnd(40, '0');
const READ_AT = 1_700_000_000_000;

/** Facts of an open pull request that nobody has looked at yet, unless said otherwise. */
export function pullFacts(facts: Partial<PullFactsShown> = {}): PullFactsShown {
  return {
    state: 'open',
    headCommit: PULL_HEAD,
    baseBranch: 'main',
    isMergeable: true,
    checks: 'pending',
    approvedBy: [],
    changesRequestedBy: [],
    readAt: READ_AT,
    ...facts,
  };
}

/** An open pull request of the first attempt of a run, unless said otherwise. */
export function pullRow(row: Partial<RunPull> = {}): RunPull {
  return {
    host: 'github.com',
    repository: 'acme/shop',
    number: 12,
    url: 'https://github.com/acme/shop/pull/12',
    status: 'open',
    headBranch: 'fleetboard/a/1',
    baseBranch: 'main',
    pushedCommit: PULL_HEAD,
    approvedHead: null,
    ownerOrdinal: 1,
    ownedByOther: null,
    facts: pullFacts(),
    trouble: null,
    ...row,
  };
}
