import type { PullRefreshOutcome } from '../../../shared/outcomes.ts';
import type { Problem } from '../../../shared/problems.ts';
import { isOnTheForge } from '../../../shared/pulls.ts';
import type { Evidence, NextFacts, PullName, RunPullRow } from '../store/pulls/pull-store.ts';
import type { PullFacts } from './forge/pull-facts.ts';
import { isWithoutHead, shownFacts, statusAfter } from './judge-facts.ts';
import type { PullContext } from './pull-context.ts';
import { hasNumber, repositoryOf } from './reserved.ts';

/** While nothing is wrong. Conditional requests cost nothing of the forge's limit. */
const READ_EVERY_MS = 60_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/** Reads the forge once and writes down what it says, or why it cannot be read; when to read next is in the row. */
export async function followPull(context: PullContext, runId: string): Promise<PullRefreshOutcome> {
  const { store, me, clock } = context;
  const row = await store.pulls.find(runId);
  if (row === null || !hasNumber(row)) return { outcome: 'not_published' };
  // What was settled or let go of is no longer followed, also when somebody looks.
  if (!isOnTheForge(row)) return shown();
  const read = await context.forgeOf(row.host).readPull({
    repository: repositoryOf(row),
    number: row.number,
    knownTag: row.factsTag,
  });
  const now = clock.now();
  const nextReadAt = now + READ_EVERY_MS;
  switch (read.outcome) {
    case 'read':
      await record(context, row, read.facts, read.tag, nextReadAt);
      break;
    case 'unchanged': {
      const facts = row.facts && { ...row.facts, readAt: read.readAt };
      const { status, approvedHead, factsTag } = row;
      await write(row, { status, approvedHead, facts, factsTag, ...WELL, nextReadAt });
      break;
    }
    case 'head_moved_while_reading':
      await write(row, { ...troubled(row, null), nextReadAt: now });
      break;
    case 'rate_limited':
      await write(row, { ...troubled(row, read.problem), nextReadAt: read.retryAt });
      break;
    default: {
      const waitMs = Math.min(LONGEST_WAIT_MS, READ_EVERY_MS * 2 ** Math.min(row.failures, 10));
      await write(row, { ...troubled(row, read.problem), nextReadAt: now + waitMs });
      return { outcome: 'forge_refused', problem: read.problem };
    }
  }
  return shown();

  async function shown(): Promise<PullRefreshOutcome> {
    const card = await store.runs.cardOf(runId);
    return card?.pull == null
      ? { outcome: 'not_published' }
      : { outcome: 'pull_read', pull: card.pull };
  }

  /** Whoever wrote in between has the newer row; it is read again soon. */
  async function write(before: RunPullRow, next: NextFacts): Promise<void> {
    await store.pulls.recordFacts(before, next, [], me, clock.now());
  }
}

const WELL = { trouble: null, failures: 0 } as const;

function troubled(row: RunPullRow, trouble: Problem | null) {
  const { status, approvedHead, facts, factsTag } = row;
  return { status, approvedHead, facts, factsTag, trouble, failures: row.failures + 1 };
}

async function record(
  context: PullContext,
  row: RunPullRow & PullName,
  facts: PullFacts,
  tag: string,
  nextReadAt: number,
): Promise<void> {
  const { store, me, clock } = context;
  const shown = shownFacts(facts);
  if (facts.state === 'merged') {
    const { mergeCommit: commit, headCommit } = facts;
    const merged = { commit, headCommit, facts: shown };
    const isMerged = await store.pulls.recordMerged(row.runId, merged, me, clock.now());
    if (isMerged) context.wakeRun(row.runId);
    return;
  }
  const next = statusAfter(row, facts);
  const evidence: Evidence[] =
    // A row that recorded no head is judged by what was seen at the time, not by what is seen now.
    isWithoutHead(row) || shown.approvedBy.length === 0 || shown.changesRequestedBy.length > 0
      ? []
      : [approvalPosted(row, facts.headCommit)];
  await store.pulls.recordFacts(
    row,
    { ...next, facts: shown, factsTag: tag, ...WELL, nextReadAt },
    evidence,
    me,
    clock.now(),
  );
}

function approvalPosted(row: RunPullRow & PullName, head: string): Evidence {
  const { host, repository, number, runId, unit, requester } = row;
  return { kind: 'approval_posted', host, repository, number, runId, unit, requester, head };
}
