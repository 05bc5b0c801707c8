import { ACCOUNTS, guardsIn, NOTHING_WITH } from './guard.mjs';

const RECLAIMING = 'electron/daemon/store/tasks/reclaiming.ts';
const HOLDING = 'electron/daemon/store/tasks/holding.ts';

const ONLY_WHILE_HELD =
  'by a CHECK of the table only a held row has the held_until that is compared beside it';
const SAME_ROW = 'the rows were chosen by the same guard in the same immediate transaction';

export const GUARDS_OF_HOLDING = [
  ...guardsIn(HOLDING, 'export function holdIfRunning(', 'hold', [
    { what: 'of this account', edits: [' AND account_id = @accountId'], tests: ACCOUNTS },
    { what: 'an attempt', edits: [" AND kind = 'attempt'"] },
    { what: 'mine', edits: [' AND owner_daemon = @owner'] },
    { what: 'claimed or running', edits: [["status IN ('claimed', 'running')", '1']] },
    {
      what: 'of this generation',
      edits: ['AND (@generation IS NULL OR generation = @generation)'],
      redundant:
        'only a question names a generation, and it has changed the row under it just before',
    },
  ]),
  ...guardsIn(HOLDING, 'async hold(', 'hold', [
    { what: 'is in the audit', edits: [['recordAudit(', NOTHING_WITH]] },
  ]),
  ...guardsIn(HOLDING, 'async unhold(', 'unhold', [
    { what: 'no open question', edits: [["approvals.status = 'open'", '0']] },
    { what: 'only an open one', edits: ["AND approvals.status = 'open' "] },
    {
      what: 'no question of the present generation',
      edits: ['AND approvals.generation = task.generation'],
      redundant:
        'whatever ends a generation of an owned row closes its questions in the same transaction',
    },
    {
      what: 'question: of this account',
      edits: ['AND task.account_id = @accountId '],
      tests: ACCOUNTS,
    },
    {
      what: 'question: held',
      edits: ["AND task.status = 'held' "],
      redundant: ONLY_WHILE_HELD,
    },
    { what: 'question: mine', edits: [' AND task.owner_daemon = @owner'] },
    { what: 'question: of this boot', edits: ['AND task.claim_owner = @bootId '] },
    { what: 'question: not lapsed', edits: [' AND task.held_until > @now'] },
  ]),
  ...guardsIn(HOLDING, 'export function resumeIfHeld(', 'unhold', [
    { what: 'of this account', edits: [' AND account_id = @accountId'], tests: ACCOUNTS },
    {
      what: 'held',
      edits: [" AND status = 'held'"],
      redundant: ONLY_WHILE_HELD,
    },
    { what: 'mine', edits: [' AND owner_daemon = @owner'] },
    { what: 'of this boot', edits: ['AND claim_owner = @bootId '] },
    { what: 'not lapsed', edits: [' AND held_until > @now'] },
    { what: 'starts a fresh lease', edits: [' claimed_at = @now,'] },
    { what: 'takes the kept result with it', edits: [' kept_result = NULL,'] },
    { what: 'is in the audit', edits: [['recordAudit(', NOTHING_WITH]] },
    { what: 'applies the kept result', edits: [['before?.kept_result ?? null', 'null']] },
  ]),
  ...guardsIn(HOLDING, 'async unholdWithoutWorker(', 'unhold without worker', [
    { what: 'question: of this account', edits: [' AND account_id = @accountId'], tests: ACCOUNTS },
    {
      what: 'question: held',
      edits: [" AND status = 'held'"],
      redundant: ONLY_WHILE_HELD,
    },
    { what: 'question: mine', edits: [' AND owner_daemon = @owner'] },
    { what: 'question: of this boot', edits: ['AND claim_owner = @bootId '] },
    { what: 'question: not lapsed', edits: [' AND held_until > @now'] },
    {
      what: 'expires open questions',
      edits: ['if (row !== undefined) expireQuestionsOf(connection, row, now);'],
    },
  ]),
  ...guardsIn(HOLDING, 'async shiftDeadlines(', 'shift deadlines', [
    {
      what: 'held: of this account',
      edits: [["account_id = @accountId AND status = 'held'", "status = 'held'"]],
      tests: ACCOUNTS,
    },
    {
      what: 'held',
      edits: [
        [
          "WHERE account_id = @accountId AND status = 'held' AND",
          'WHERE account_id = @accountId AND',
        ],
        ["WHERE id = @id AND status = 'held' AND", 'WHERE id = @id AND'],
      ],
    },
    {
      what: 'held: mine',
      edits: [
        [
          "AND status = 'held' AND owner_daemon = @owner AND claim_owner = @bootId`,\n          parameters",
          "AND status = 'held' AND claim_owner = @bootId`,\n          parameters",
        ],
        [
          "AND status = 'held' AND owner_daemon = @owner AND claim_owner = @bootId`,\n            {",
          "AND status = 'held' AND claim_owner = @bootId`,\n            {",
        ],
      ],
    },
    {
      what: 'held: of this boot',
      edits: [
        [' AND claim_owner = @bootId`,\n          parameters', '`,\n          parameters'],
        [' AND claim_owner = @bootId`,\n            {', '`,\n            {'],
      ],
    },
    {
      what: 'held: once more as it is written',
      edits: [
        [
          " AND status = 'held' AND owner_daemon = @owner AND claim_owner = @bootId`,\n            {",
          '`,\n            {',
        ],
      ],
      redundant: SAME_ROW,
    },
    {
      what: 'questions: of this account',
      edits: [["WHERE account_id = @accountId AND status = 'open'", "WHERE status = 'open'"]],
      tests: ACCOUNTS,
    },
    { what: 'questions: open', edits: [" AND status = 'open'"] },
    { what: 'questions: mine', edits: ['task.owner_daemon = @owner AND '] },
    { what: 'questions: of this boot', edits: [' AND task.claim_owner = @bootId'] },
    { what: 'questions: of this task', edits: ['task.id = approvals.task_id AND '] },
    {
      what: 'questions: of what is in work',
      edits: ["AND task.status IN ('claimed', 'running', 'held')"],
      redundant: 'a task out of work carries no claim, and its questions are closed',
    },
  ]),
  ...guardsIn(RECLAIMING, 'export const HELD_TO_THE_END', 'settle held', [
    { what: 'of this account', edits: ['account_id = @accountId AND '], tests: ACCOUNTS },
    { what: 'held', edits: [["status = 'held' AND", '']] },
    { what: 'mine', edits: [' AND owner_daemon = @owner'] },
    { what: 'of my earlier boot at once', edits: ['claim_owner IS NOT @bootId OR '] },
    { what: 'of this boot when it lapsed', edits: [' OR held_until <= @now'] },
  ]),
  ...guardsIn(RECLAIMING, 'async settleHeld', 'settle held', [
    {
      what: 'once more as it is written',
      edits: [[` AND \${HELD_TO_THE_END}\n             RETURNING`, '\n             RETURNING']],
      redundant: SAME_ROW,
    },
    {
      what: 'is one more generation',
      edits: [['generation = generation + 1', 'generation = generation']],
    },
    {
      what: 'is one more attempt',
      edits: [['attempts = attempts + 1', 'attempts = attempts']],
    },
    { what: 'frees the claim', edits: ['claim_owner = NULL, claimed_at = NULL, '] },
    { what: 'a kept result is written down', edits: [['recordUnappliedResult(', NOTHING_WITH]] },
    { what: 'passes the choke point', edits: [['concludeTask(', NOTHING_WITH]] },
  ]),
];
