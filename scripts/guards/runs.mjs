import { guardsIn, NOTHING_WITH } from './guard.mjs';

const ATTEMPTING = 'electron/daemon/store/runs/attempting.ts';
const REVIEWING = 'electron/daemon/store/runs/reviewing.ts';
const RULING = 'electron/daemon/store/runs/ruling.ts';
const ENDING = 'electron/daemon/store/runs/end-run.ts';
const CARRYING = 'electron/daemon/store/approvals/carried-questions.ts';
const RECLAIMING = 'electron/daemon/store/tasks/reclaiming.ts';

const tests = ['test/contract/sqlite-run-store.test.ts'];
const MINE = { what: 'mine', edits: [' AND owner_daemon = @owner'], tests };
const OF_THIS_ACCOUNT = { what: 'of this account', edits: [' AND account_id = @accountId'], tests };
const IS_WRITTEN_DOWN = {
  what: 'is in the history',
  edits: [/** @type {const} */ (['recordRunAudit(', NOTHING_WITH])],
  tests,
};

/** @param {string} condition */
const only = (condition) => ({
  what: `only where ${condition.replace(' AND', '')}`,
  edits: [/** @type {const} */ ([condition, condition.endsWith(' AND') ? '' : 'TRUE'])],
  tests,
});

/** Loop runs: what their store insists on. */
export const GUARDS_OF_RUNS = [
  ...guardsIn(ATTEMPTING, 'function advanceAttemptIf(', 'step of an attempt', [
    MINE,
    OF_THIS_ACCOUNT,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
    { what: 'in its phase', edits: [' AND phase ${phase}'], tests },
    {
      what: 'of a run that works',
      edits: [" AND status = 'working'"],
      tests,
      redundant: 'an attempt that is not decided is only in a run that works',
    },
  ]),
  ...guardsIn(ATTEMPTING, 'export function advanceRunIf(', 'step of a run', [
    MINE,
    OF_THIS_ACCOUNT,
  ]),
  ...guardsIn(ATTEMPTING, 'async enqueueIfPlanned(', 'enqueue an attempt', [
    { what: 'planned', edits: [["= 'planned'", '<> 1']], tests },
  ]),
  ...guardsIn(ATTEMPTING, 'export function enqueueAttempt(', 'enqueue an attempt', [
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(ATTEMPTING, 'async settleIfEnqueued(', 'settle an attempt', [
    { what: 'enqueued', edits: [["= 'enqueued'", '<> 1']], tests },
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(ATTEMPTING, 'async recordCheckIfSettled(', 'record a check', [
    { what: 'settled', edits: [["= 'settled'", '<> 1']], tests },
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(ATTEMPTING, 'async decideIfSettled(', 'decide', [
    { what: 'settled or checked', edits: [["IN ('settled', 'checked')", '<> 1']], tests },
  ]),
  ...guardsIn(REVIEWING, 'async stopIfWorking(', 'stop a run', [
    { what: 'working', edits: ["status = 'working' AND "], tests },
    { what: 'not stopped yet', edits: [' AND stopped_by IS NULL'], tests },
    { what: 'ends what is only planned', edits: [['if (planned > 0) {', 'if (false) {']], tests },
  ]),
  ...guardsIn(REVIEWING, 'async requestChangesIfEnded(', 'request changes', [
    only("status = 'ended' AND"),
    { what: 'begins a round of its own', edits: [[', round: row.round + 1', '']], tests },
  ]),
  ...guardsIn(REVIEWING, 'async beginMergeIfEnded(', 'begin a merge', [
    only("status = 'ended' AND"),
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(REVIEWING, 'async endMergeIfMerging(', 'give a merge up', [
    only("status = 'merging'"),
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(REVIEWING, 'async markMergedIfMerging(', 'merged', [
    only("status = 'merging'"),
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(REVIEWING, 'async markMergedIfEnded(', 'merged by others', [
    only("status = 'ended'"),
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(REVIEWING, 'async discardIfEnded(', 'discard', [
    only("status = 'ended' AND"),
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(RULING, 'async addRule(', 'add a rule', [only("status = 'working'")]),
  ...guardsIn(ENDING, 'export function endRun(', 'end a run', [
    {
      what: 'expires what was carried for it',
      edits: [["WHERE carried_for_run = @id AND status = 'open'", 'WHERE FALSE AND @id']],
      tests,
    },
  ]),
  ...guardsIn(RECLAIMING, 'async settleHeld(', 'settle held', [
    {
      what: 'carries the questions of a run',
      edits: ['if (heldUntil > now) carryQuestionsOf(connection, row, now);'],
      tests,
    },
  ]),
  ...guardsIn(CARRYING, 'export function answerIfCarried(', 'answer a carried question', [
    { what: 'open', edits: [" AND status = 'open'"], tests },
    { what: 'mine', edits: [' AND runs.owner_daemon = @owner'], tests },
  ]),
  ...guardsIn(CARRYING, 'export function takeCarriedAnswer(', 'give a carried answer', [
    {
      what: 'not given yet',
      edits: [
        ['@runId AND applied_at IS NULL', '@runId'],
        [" AND status = 'answered' AND applied_at IS NULL", ''],
      ],
      tests,
    },
    { what: 'to the same request', edits: [' AND request = @request'], tests },
    {
      what: 'an unanswered one makes way',
      edits: [["SET status = 'expired', closed_at = @now", 'SET closed_at = closed_at']],
      tests,
    },
  ]),
];
