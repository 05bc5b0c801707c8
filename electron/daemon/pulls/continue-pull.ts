import type { ContinueOutcome, PullMergeOutcome } from '../../../shared/outcomes.ts';
import type { MergeMethod } from '../../../shared/runs.ts';
import { promptOfChanges } from '../loops/prompts.ts';
import { orderedId } from '../ordered-id.ts';
import type { PullName, RunPullRow } from '../store/pulls/pull-store.ts';
import type { Run } from '../store/runs/run-store.ts';
import type { PullFacts } from './forge/pull-facts.ts';
import { failedFacts, headFromEvidence, shownFacts } from './judge-facts.ts';
import { refusedBy } from './publish.ts';
import type { PullContext } from './pull-context.ts';
import { hasNumber, repositoryOf, whileReserved } from './reserved.ts';

const CONFLICT = (base: string) =>
  `The base has moved: "${base}" and this branch conflict. Fetch it, bring this branch onto it, resolve what conflicts, and keep what was asked for working.`;

/**
 * Continues what is merge-ready. Whatever can refuse without the forge comes first; then reserve, read, and one
 * transaction that compares, replaces, transfers and queues. Whoever loses changes nothing but its own reservation.
 */
export async function continuePull(
  context: PullContext,
  run: Run,
  words: string,
  actor: string,
): Promise<ContinueOutcome> {
  const refused = refusedWithoutForge(context, run);
  if (refused !== null) return refused;
  const row = await context.store.pulls.find(run.id);
  if (row === null || !hasNumber(row)) return { outcome: 'not_published' };
  if (row.status !== 'merge_ready') return { outcome: 'not_merge_ready', status: row.status };
  return whileReserved<ContinueOutcome>(context, row, async (token) => {
    const live = await provenFacts(context, row);
    if (live.outcome !== 'proven') return live;
    const { isMergeable } = live.facts;
    if (words.trim() === '' && isMergeable !== false) {
      const expected = 'what should change; only a conflict with the base speaks for itself';
      return { outcome: 'refused', problems: [{ field: 'words', found: 'nothing', expected }] };
    }
    const all = isMergeable === false ? [words, CONFLICT(row.baseBranch)] : [words];
    const protocol = context.agent(run.agent)?.protocol ?? 'acp';
    const { store, me, clock } = context;
    const continued = await store.pulls.continueIfUnchanged(
      {
        before: row,
        token,
        attempt: {
          taskId: orderedId(),
          prompt: promptOfChanges(protocol, run.goal, all.join('\n\n').trim(), []),
        },
      },
      me,
      actor,
      clock.now(),
    );
    if (continued.outcome === 'race_lost') return lost(context, run, continued);
    context.wakeRun(run.id);
    return { outcome: 'continued', ordinal: continued.ordinal };
  });
}

/** Merges on the forge, at the approved head alone: the forge itself refuses another. */
export async function mergePullOf(
  context: PullContext,
  run: Run,
  method: MergeMethod,
  actor: string,
): Promise<PullMergeOutcome> {
  if (run.status !== 'ended') {
    return { outcome: 'run_not_ready', status: run.status, endReason: run.endReason };
  }
  const row = await context.store.pulls.find(run.id);
  if (row === null || !hasNumber(row)) return { outcome: 'not_published' };
  if (row.status !== 'merge_ready') return { outcome: 'not_merge_ready', status: row.status };
  return whileReserved<PullMergeOutcome>(context, row, async (token) => {
    const live = await provenFacts(context, row);
    if (live.outcome !== 'proven') return live;
    const { store, me, clock } = context;
    const begun = await store.pulls.beginMerge(row, token, me, actor, clock.now());
    if (begun.outcome === 'race_lost') return lost(context, run, begun);
    const merged = await context.forgeOf(row.host).mergePull({
      repository: repositoryOf(row),
      number: row.number,
      headCommit: live.facts.headCommit,
      method,
    });
    if (merged.outcome === 'merged' || merged.outcome === 'already_merged') {
      const facts = { ...shownFacts(live.facts), state: 'merged' as const };
      const headCommit = merged.outcome === 'merged' ? live.facts.headCommit : merged.headCommit;
      const record = { commit: merged.commit, headCommit, facts };
      await store.pulls.recordMerged(run.id, record, me, clock.now());
      context.wakeRun(run.id);
      return { outcome: 'pull_merged', commit: merged.commit ?? live.facts.headCommit };
    }
    await backToMergeReady(context, row);
    if (merged.outcome === 'head_moved') {
      const { expected, found } = merged;
      return { outcome: 'facts_refused', failed: [{ fact: 'head', expected, found }] };
    }
    if (merged.outcome === 'not_mergeable') {
      const problem = {
        code: 'not_mergeable',
        message: `The forge does not merge it: ${merged.message}`,
        nextStep: 'Resolve what the forge says; Continue offers an attempt for a conflict.',
      };
      return { outcome: 'forge_refused', problem };
    }
    return refusedBy(merged);
  });
}

/** The merge did not happen: the row is what it was, unless something newer is there. */
async function backToMergeReady(
  context: PullContext,
  before: RunPullRow & PullName,
): Promise<void> {
  const { store, me, clock } = context;
  const now = await store.pulls.find(before.runId);
  if (now?.status !== 'merging') return;
  const { status, approvedHead, facts, factsTag, trouble, failures, nextReadAt } = before;
  const next = { status, approvedHead, facts, factsTag, trouble, failures, nextReadAt };
  await store.pulls.recordFacts(now, next, [], me, clock.now());
}

type Proven =
  | { readonly outcome: 'proven'; readonly facts: PullFacts }
  | Extract<PullMergeOutcome, { outcome: 'facts_refused' | 'forge_refused' }>;

/** Fresh evidence, all of it: partial or stale facts prove nothing. */
async function provenFacts(context: PullContext, row: RunPullRow & PullName): Promise<Proven> {
  const read = await context.forgeOf(row.host).readPull({
    repository: repositoryOf(row),
    number: row.number,
    knownTag: null,
  });
  if (read.outcome === 'head_moved_while_reading') {
    const { before: expected, after: found } = read;
    return { outcome: 'facts_refused', failed: [{ fact: 'head', expected, found }] };
  }
  if (read.outcome === 'unchanged') throw new Error('A forge answered "unchanged" without a tag.');
  if (read.outcome !== 'read') return refusedBy(read);
  const { facts } = read;
  const recorded =
    row.approvedHead === null
      ? headFromEvidence(row, await context.store.pulls.evidenceOf(row), facts.headCommit)
      : { head: row.approvedHead };
  const failed =
    'failed' in recorded
      ? [recorded.failed, ...failedFacts(row, facts, facts.headCommit)]
      : failedFacts(row, facts, recorded.head);
  const [first, ...rest] = failed;
  if (first !== undefined) return { outcome: 'facts_refused', failed: [first, ...rest] };
  return { outcome: 'proven', facts };
}

function refusedWithoutForge(context: PullContext, run: Run): ContinueOutcome | null {
  if (run.status !== 'ended') {
    return { outcome: 'run_not_ready', status: run.status, endReason: run.endReason };
  }
  const problems = [];
  if (context.agent(run.agent) === undefined) {
    const expected = 'an agent of the configuration';
    problems.push({ field: 'agent', found: `"${run.agent}"`, expected });
  }
  if (context.profile(run.profile) === undefined) {
    const expected = 'a profile of the configuration';
    problems.push({ field: 'profile', found: `"${run.profile}"`, expected });
  }
  return problems.length === 0 ? null : { outcome: 'refused', problems };
}

/** Every lost comparison is in the history and the log, besides the answer. */
async function lost<Lost extends { readonly race: string }>(
  context: PullContext,
  run: Run,
  race: Lost,
): Promise<Lost> {
  const { store, me, clock } = context;
  const detail = `Somebody else was first: ${race.race.replaceAll('_', ' ')}. Nothing was changed.`;
  await store.pulls.recordLoss(run.id, detail, me, clock.now());
  context.log.warn(
    { run: run.id, race: race.race },
    'a pull request was changed by somebody else first',
  );
  return race;
}
