/** What can happen to a task, one word each as it is stored; what a person reads of it is in here as well. */
export const TASK_ACTIONS = {
  'dispatch.enqueued': 'Queued',
  'dispatch.claimed': 'Claimed',
  'dispatch.released': 'Given back to the queue',
  'dispatch.running': 'Started',
  'dispatch.completed': 'Done',
  'dispatch.failed': 'Failed',
  'dispatch.requeued': 'Failed, and queued again',
  'dispatch.blocked': 'Blocked',
  'dispatch.reclaimed': 'Reclaimed',
  'dispatch.held': 'Held',
  'dispatch.unheld': 'Resumed',
  'dispatch.result_kept': 'Result kept until it is resumed',
  'dispatch.result_not_applied': 'Kept result not applied',
  'dispatch.cancelled': 'Cancelled',
  'dispatch.dismissed': 'Put away',
  'dispatch.stale_result': 'Late result refused',
  'approval.asked': 'Asked',
  'approval.answered': 'Answered',
  'approval.carried': 'Question kept for the next attempt',
  'approval.expired': 'Question expired',
  'approval.stale_answer': 'Late answer refused',
} as const;
export type TaskAction = keyof typeof TASK_ACTIONS;

/** The same for a run. */
export const RUN_ACTIONS = {
  'run.started': 'Started',
  'run.set_up': 'Worktree set up',
  'run.attempt_planned': 'Attempt planned',
  'run.attempt_queued': 'Attempt queued',
  'run.attempt_settled': 'Attempt settled',
  'run.checked': 'Checked',
  'run.attempt_decided': 'Attempt judged',
  'run.ended': 'Ended',
  'run.stopped': 'Stopped',
  'run.changes_requested': 'Changes requested',
  'run.merging': 'Merging',
  'run.merge_refused': 'Merge refused',
  'run.merged': 'Merged',
  'run.discarded': 'Discarded',
  'run.rule_added': 'Rule added',
  'run.rule_removed': 'Rule removed',
  'run.pull': 'Pull request',
} as const;
export type RunAction = keyof typeof RUN_ACTIONS;

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...TASK_ACTIONS, ...RUN_ACTIONS }),
);

/** What happened, in words. What a newer version wrote into the database is shown as it is stored. */
export function auditWords(action: string): string {
  return WORDS.get(action) ?? action;
}

/** Whether the sentence that was stored says no more than the words, or than the words and who did it. */
export function saysNoMore(action: string, actor: string, detail: string): boolean {
  const words = bare(auditWords(action));
  return [words, `${words} by ${actor.toLowerCase()}`].includes(bare(detail));
}

function bare(words: string): string {
  return words.trim().replace(/\.$/, '').toLowerCase();
}
