import { existsSync } from 'node:fs';
import { assertNever } from '../../../shared/assert-never.ts';
import type { PublishOutcome } from '../../../shared/outcomes.ts';
import type { Problem } from '../../../shared/problems.ts';
import { isOnTheForge } from '../../../shared/pulls.ts';
import { contains } from '../loops/git/merge-trees.ts';
import type { NextFacts, PullName, RunPullRow } from '../store/pulls/pull-store.ts';
import type { Run } from '../store/runs/run-store.ts';
import { fullNameOf } from './forge/forge.ts';
import { pushBranch } from './git/push-branch.ts';
import { readRemoteBranch } from './git/read-remote-branch.ts';
import { remoteRepository } from './git/remote-repository.ts';
import type { PullContext } from './pull-context.ts';
import { wordsOfPull } from './pull-words.ts';
import { hasNumber, repositoryOf, whileReserved } from './reserved.ts';

type Refusal = Exclude<PublishOutcome, { outcome: 'published' }>;

/**
 * Brings the work of a run that has ended to the forge: the branch, and its pull request. Done again after a kill it goes
 * on from where it was; by its branch nothing is opened twice.
 */
export async function publishRun(
  context: PullContext,
  run: Run,
  actor: string,
): Promise<PublishOutcome> {
  const commit = run.headCommit;
  if (run.status !== 'ended' || commit === null || commit === run.baseCommit) {
    return { outcome: 'run_not_ready', status: run.status, endReason: run.endReason };
  }
  const row = await context.store.pulls.find(run.id);
  if (row !== null && hasNumber(row) && isOnTheForge(row))
    return publishAgain(context, run, row, commit);
  const begun = row?.status === 'publishing' ? row : null;
  const place = begun ?? (await placeOf(run));
  if ('outcome' in place) return place;
  // Whatever can refuse before anything is sent does so before anything is written.
  const refused = await refusedByWhatIsThere(context, run, place);
  if (refused !== null) return refused;
  const publishing = begun ?? (await begin(context, run, row, place, actor));
  return 'outcome' in publishing ? publishing : open(context, run, publishing, commit);
}

interface Place {
  readonly host: string;
  readonly repository: string;
  readonly remote: string;
}

async function placeOf(run: Run): Promise<Place | Refusal> {
  const named = await remoteRepository({ repository: run.repository });
  if (named.outcome === 'refused') return { outcome: 'git_refused', problem: named.problem };
  const { host } = named.repository;
  return { host, repository: fullNameOf(named.repository), remote: named.remote };
}

/** Nobody owns what is not there yet, so what is found under the branch is looked at before the push. */
async function refusedByWhatIsThere(
  context: PullContext,
  run: Run,
  place: Place,
): Promise<Refusal | null> {
  const found = await context
    .forgeOf(place.host)
    .findOpenPull({ repository: repositoryOf(place), headBranch: run.branch });
  if ('problem' in found) return refusedBy(found);
  if (found.outcome === 'none') return null;
  const owner = await context.store.pulls.ownerOf({ ...place, number: found.pull.number });
  if (owner === null || owner.runId === run.id) return null;
  const ownedBy = `attempt ${owner.unit} of run ${owner.runId}`;
  return { outcome: 'publication_ownership_changed', ownedBy };
}

async function begin(
  context: PullContext,
  run: Run,
  before: RunPullRow | null,
  place: Place,
  actor: string,
): Promise<RunPullRow | Refusal> {
  const { store, me, clock } = context;
  const begun = await store.pulls.beginPublish(
    {
      runId: run.id,
      ...place,
      headBranch: run.branch,
      baseBranch: run.baseBranch,
      unit: unitOf(run),
      requester: actor,
      pushedCommit: null,
      approvedHead: null,
      facts: null,
      factsTag: null,
      trouble: null,
      failures: 0,
      nextReadAt: null,
      continuedFrom: null,
    },
    before,
    me,
    actor,
    clock.now(),
  );
  if (begun.outcome === 'race_lost') return begun;
  const row = await store.pulls.find(run.id);
  return row ?? { outcome: 'race_lost', race: 'row_changed' };
}

/** The first time: the branch, and then its pull request. */
async function open(
  context: PullContext,
  run: Run,
  row: RunPullRow,
  commit: string,
): Promise<PublishOutcome> {
  const { store, me, clock } = context;
  const forge = context.forgeOf(row.host);
  const repository = repositoryOf(row);
  const expected = await whatIsThere(run, row, commit);
  const isRefusal = typeof expected === 'object' && expected !== null;
  const refusal = isRefusal ? expected : await push(run, row, commit, expected);
  if (refusal !== null && row.failures > 0) return refusal;
  if (refusal !== null) {
    // The first time nothing is there, so nothing stands in the way of settling the run here.
    const released = { status: 'released', trouble: null, failures: 0, nextReadAt: null } as const;
    await store.pulls.recordFacts(row, { ...row, ...released }, [], me, clock.now());
    return refusal;
  }
  const opened = await forge.openPull({
    repository,
    headBranch: row.headBranch,
    baseBranch: row.baseBranch,
    ...wordsOfPull(run),
  });
  if ('problem' in opened) {
    await store.pulls.recordFacts(row, troubled(row, opened.problem), [], me, clock.now());
    return refusedBy(opened);
  }
  const { number, url, baseBranch } = opened.pull;
  if (baseBranch !== row.baseBranch) {
    const problem = {
      code: 'other_base',
      message: `Pull request ${number} of this branch goes into "${baseBranch}", not into "${row.baseBranch}".`,
      nextStep: 'Change its base on the forge, or close it, then publish again.',
    };
    await store.pulls.recordFacts(row, troubled(row, problem), [], me, clock.now());
    return { outcome: 'forge_refused', problem };
  }
  const recorded = await store.pulls.recordOpened(
    row,
    { number, url, pushedCommit: commit },
    me,
    clock.now(),
  );
  return recorded.outcome === 'claimed' ? { outcome: 'published', number, url } : recorded;
}

/** An earlier push of this run may have got there although its pull request was not opened: then it is gone on from. */
async function whatIsThere(
  run: Run,
  row: RunPullRow,
  commit: string,
): Promise<string | null | Refusal> {
  const repository = checkoutOf(run);
  const there = await readRemoteBranch({ repository, remote: row.remote, branch: row.headBranch });
  switch (there.outcome) {
    case 'absent':
      return null;
    case 'refused':
      return { outcome: 'git_refused', problem: there.problem };
    case 'found':
      return (await contains(repository, commit, there.commit)) === true ? there.commit : null;
    default:
      return assertNever(there);
  }
}

/** The hooks of the project see the files that are pushed. */
function checkoutOf({ worktree, repository }: Run): string {
  return existsSync(worktree) ? worktree : repository;
}

/** What is new goes to the pull request that it owns, under its reservation. */
async function publishAgain(
  context: PullContext,
  run: Run,
  row: RunPullRow & PullName,
  commit: string,
): Promise<PublishOutcome> {
  const { store, me, clock } = context;
  return whileReserved<PublishOutcome>(context, row, async (token) => {
    // From here on no other attempt of the run can begin: what is pushed is what it ended with.
    const now = await store.runs.find(run.id);
    if (now?.status !== 'ended' || now.attempts.length !== run.attempts.length) {
      return { outcome: 'race_lost', race: 'run_changed' };
    }
    const { number, url } = row;
    if (commit === row.pushedCommit) return { outcome: 'published', number, url: url ?? '' };
    const expected = await ownTip(run, row);
    const refusal = await push(run, row, commit, expected);
    if (refusal !== null) return refusal;
    // Written before anything else can fail: the next push starts from here.
    const pushed = { unit: row.unit, commit, token };
    const recorded = await store.pulls.recordPushed(row, pushed, me, clock.now());
    if (recorded.outcome === 'race_lost') return recorded;
    const updated = await context.forgeOf(row.host).updatePull({
      repository: repositoryOf(row),
      number,
      ...wordsOfPull(run),
    });
    if ('problem' in updated) return refusedBy(updated);
    if (updated.outcome === 'not_open') {
      const message = `Pull request ${number} is ${updated.state}.`;
      const nextStep = 'Refresh it; publish again to open another one.';
      return { outcome: 'forge_refused', problem: { code: 'not_open', message, nextStep } };
    }
    return { outcome: 'published', number, url: url ?? '' };
  });
}

/** Where the branch must be: at what was recorded, or at another commit of this run whose push was not recorded. */
async function ownTip(run: Run, row: RunPullRow): Promise<string | null> {
  const repository = checkoutOf(run);
  const there = await readRemoteBranch({ repository, remote: row.remote, branch: row.headBranch });
  const isOwn =
    there.outcome === 'found' && run.attempts.some((attempt) => attempt.commit === there.commit);
  return isOwn ? there.commit : row.pushedCommit;
}

async function push(
  run: Run,
  row: RunPullRow,
  commit: string,
  expectedRemote: string | null,
): Promise<Refusal | null> {
  const elsewhere = await pointsElsewhere(run, row);
  if (elsewhere !== null) return elsewhere;
  const pushed = await pushBranch({
    repository: checkoutOf(run),
    remote: row.remote,
    branch: row.headBranch,
    commit,
    expectedRemote,
  });
  switch (pushed.outcome) {
    case 'pushed':
    case 'up_to_date':
      return null;
    case 'remote_moved': {
      const found = pushed.found ?? 'nothing';
      return {
        outcome: 'git_refused',
        problem: {
          code: 'remote_moved',
          message: `${row.headBranch} at ${row.remote} is at ${found}, not at ${expectedRemote ?? 'nothing'}: somebody else pushed to it.`,
          nextStep: 'Look at what is there. Nothing was pushed over it.',
        },
      };
    }
    case 'refused':
      return { outcome: 'git_refused', problem: pushed.problem };
    default:
      return assertNever(pushed);
  }
}

/** A remote can be pointed at another repository than the one of the pull request. */
async function pointsElsewhere(run: Run, row: RunPullRow): Promise<Refusal | null> {
  const named = await remoteRepository({ repository: run.repository, remote: row.remote });
  if (named.outcome === 'refused') return { outcome: 'git_refused', problem: named.problem };
  const found = fullNameOf(named.repository);
  const isSame =
    named.repository.host === row.host && found.toLowerCase() === row.repository.toLowerCase();
  if (isSame) return null;
  return {
    outcome: 'git_refused',
    problem: {
      code: 'remote_changed',
      message: `The remote "${row.remote}" is ${named.repository.host}/${found} now, not ${row.host}/${row.repository}.`,
      nextStep: `Point it back (git remote set-url ${row.remote} …), or release the pull request.`,
    },
  };
}

/** The branch is there; its pull request is tried again later, or released. */
function troubled(row: RunPullRow, trouble: Problem): NextFacts {
  return { ...row, trouble, failures: row.failures + 1 };
}

export function unitOf(run: Run): string {
  return run.attempts.at(-1)?.taskId ?? '';
}

export function refusedBy(failure: { readonly problem: Problem }): {
  readonly outcome: 'forge_refused';
  readonly problem: Problem;
} {
  return { outcome: 'forge_refused', problem: failure.problem };
}
