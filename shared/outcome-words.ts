import { assertNever } from './assert-never.ts';
import type { AnyOutcome } from './outcomes.ts';
import type { LostRace } from './pulls.ts';
import type { RunStatus } from './runs.ts';

const RACES: Record<LostRace, string> = {
  row_changed: 'What is known of the pull request changed in the meantime.',
  reservation_lost: 'The reservation of the pull request ran out or was taken.',
  owner_changed: 'The pull request has another owner now.',
  run_changed: 'The run was taken up in the meantime.',
};

/** Whether the outcome is what the person asked for; everything else is a refusal to be explained. */
export function isGranted(outcome: AnyOutcome): boolean {
  switch (outcome.outcome) {
    case 'enqueued':
    case 'held':
    case 'resumed':
    case 'cancelled':
    case 'answered':
    case 'dismissed':
    case 'ended':
    case 'conducting':
    case 'conducting_no_more':
    case 'redelivering':
    case 'run_started':
    case 'run_stopping':
    case 'attempt_planned':
    case 'run_merged':
    case 'run_discarded':
    case 'allowed_for_run':
    case 'rule_removed':
    case 'editor_opened':
    case 'published':
    case 'continued':
    case 'pull_merged':
    case 'pull_released':
    case 'pull_read':
      return true;
    case 'refused':
    case 'not_attempt':
    case 'not_running':
    case 'stale_generation':
    case 'lapsed':
    case 'not_held':
    case 'question_open':
    case 'already_settled':
    case 'already_answered':
    case 'expired':
    case 'unknown_option':
    case 'not_settled':
    case 'already_dismissed':
    case 'already_ended':
    case 'busy':
    case 'session_ended':
    case 'takes_no_prompts':
    case 'run_not_ready':
    case 'git_refused':
    case 'no_run':
    case 'no_rule':
    case 'editor_failed':
    case 'publication_ownership_changed':
    case 'pull_reserved':
    case 'forge_refused':
    case 'not_published':
    case 'not_merge_ready':
    case 'facts_refused':
    case 'race_lost':
    case 'pull_open':
    case 'not_owner':
    case 'not_found':
      return false;
    default:
      return assertNever(outcome);
  }
}

/** Says in words what happened, for the window and the command line alike. */
export function describeOutcome(outcome: AnyOutcome): string {
  switch (outcome.outcome) {
    case 'enqueued':
      return 'Queued. It starts as soon as a worker is free.';
    case 'refused':
      return outcome.problems
        .map((problem) => `${problem.field}: ${problem.found}. Expected ${problem.expected}.`)
        .join(' ');
    case 'held':
      return 'Held. Its processes are stopped until you unhold it.';
    case 'not_attempt':
      return 'Only attempts can be held. Cancel this task instead.';
    case 'not_running':
      return `It is ${outcome.status}, so there is nothing to hold.`;
    case 'stale_generation':
      return 'It was reclaimed or cancelled in the meantime, so this no longer applies (stale generation).';
    case 'resumed':
      return 'Resumed.';
    case 'lapsed':
      return 'The hold had already lapsed. The attempt is settled as reclaimed.';
    case 'not_held':
      return `It is ${outcome.status}, not held.`;
    case 'question_open':
      return 'It waits for an answer. Answer the question to resume it.';
    case 'cancelled':
      return 'Cancelled. Its processes are ended.';
    case 'already_settled':
      return `It had already settled as ${outcome.status}.`;
    case 'answered':
      return `Answered: ${outcome.optionName}.`;
    case 'already_answered':
      return `${outcome.by} had already answered: ${outcome.optionName}.`;
    case 'expired':
      return 'The question can no longer be answered: its worker is gone or the hold lapsed.';
    case 'unknown_option':
      return `The agent did not offer that. It offered: ${outcome.offered.join(', ')}.`;
    case 'not_settled':
      return `It is ${outcome.status}. Only settled work can be put away or run again.`;
    case 'dismissed':
      return 'Moved to Done.';
    case 'already_dismissed':
      return `${outcome.by} had already moved it to Done.`;
    case 'ended':
      return 'Session ended. Its transcript stays.';
    case 'already_ended':
      return 'The session had already ended.';
    case 'busy':
      return 'The session is working on a task. Cancel the task first.';
    case 'conducting':
      return 'It conducts its project now: what settles there is told to it when it is idle.';
    case 'conducting_no_more':
      return 'It no longer conducts its project.';
    case 'redelivering':
      return 'The conductor is told again as soon as it is idle.';
    case 'session_ended':
      return 'The session has ended.';
    case 'takes_no_prompts':
      return `A session of ${outcome.agent} takes no prompts, so nothing can be told to it.`;
    case 'run_started':
      return 'Started. Its first attempt begins as soon as a worker is free.';
    case 'run_stopping':
      return 'Stopped. What it made so far waits for your review.';
    case 'attempt_planned':
      return `Attempt ${outcome.ordinal} begins with your words as soon as a worker is free.`;
    case 'run_merged':
      return `Merged into ${outcome.baseBranch} as ${outcome.commit.slice(0, 12)}.`;
    case 'run_discarded':
      return 'Discarded. Its worktree and its branch are gone.';
    case 'allowed_for_run':
      return 'Allowed now, and from now on in this run. The rule is listed with the run and can be removed there.';
    case 'rule_removed':
      return 'Removed. The agent asks about it again.';
    case 'editor_opened':
      return `Opened with ${outcome.command}.`;
    case 'run_not_ready':
      return whyRunNotReady(outcome.status);
    case 'git_refused':
    case 'forge_refused':
    case 'editor_failed':
      return `${outcome.problem.message} ${outcome.problem.nextStep}`;
    case 'published':
      return `Published as pull request ${outcome.number}: ${outcome.url}`;
    case 'continued':
      return `Attempt ${outcome.ordinal} owns the pull request now and begins as soon as a worker is free.`;
    case 'pull_merged':
      return `Merged on the forge as ${outcome.commit.slice(0, 12)}.`;
    case 'pull_released':
      return 'Released. The pull request stays as it is; this run no longer owns it.';
    case 'pull_read':
      return 'Read.';
    case 'publication_ownership_changed':
      return `The pull request belongs to ${outcome.ownedBy} now. Nothing was sent to the forge.`;
    case 'pull_reserved':
      return 'Somebody else is about to change this pull request. Try again in a moment.';
    case 'not_published':
      return 'The run has no pull request.';
    case 'not_merge_ready':
      return `The pull request is ${outcome.status.replaceAll('_', ' ')}, not merge-ready.`;
    case 'facts_refused':
      return outcome.failed
        .map(({ fact, expected, found }) => `${fact}: expected ${expected}, found ${found}.`)
        .join(' ');
    case 'race_lost':
      return `${RACES[outcome.race]} Nothing was changed.`;
    case 'pull_open':
      return `It has an open pull request (${outcome.url}). Continue, merge or release that.`;
    case 'no_rule':
      return `A rule would allow every "${outcome.toolKind}" of this run. Answer the question by itself.`;
    case 'no_run':
      return 'It was not asked by an attempt of a run. Answer it by itself.';
    case 'not_owner':
      return `Another daemon (${outcome.ownerDaemon}) owns this.`;
    case 'not_found':
      return 'There is no such thing any more.';
    default:
      return assertNever(outcome);
  }
}

function whyRunNotReady(status: RunStatus): string {
  switch (status) {
    case 'working':
      return 'The run is still working. Stop it first, or wait until it has ended.';
    case 'ended':
      return 'The run has ended already.';
    case 'merging':
      return 'The run is being merged at this moment.';
    case 'merged':
      return 'The run was merged.';
    case 'discarded':
      return 'The run was discarded.';
    default:
      return assertNever(status);
  }
}
