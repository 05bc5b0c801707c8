import {
  CLAIMED_OR_RUNNING,
  FREES_THE_CLAIM,
  IS_WRITTEN_DOWN,
  OF_THIS_ACCOUNT,
  ONE_MORE_ATTEMPT,
  ONE_MORE_GENERATION,
} from './entries.mjs';
import { ACCOUNTS, guardsIn, NOTHING_WITH } from './guard.mjs';

const RECLAIMING = 'electron/daemon/store/tasks/reclaiming.ts';
const PUTTING_AWAY = 'electron/daemon/store/tasks/putting-away.ts';

const stale = guardsIn(RECLAIMING, 'export const STALE', 'reclaim', [
  { what: 'of this account', edits: ['account_id = @accountId AND '], tests: ACCOUNTS },
  CLAIMED_OR_RUNNING,
  { what: 'mine', edits: [['owner_daemon = @owner AND (claim_owner', '(claim_owner']] },
  {
    what: 'of my earlier boot at once',
    edits: [['claim_owner IS NOT @bootId OR ', '']],
  },
  {
    what: 'of this boot only when its lease is over',
    edits: [['(claim_owner IS NOT @bootId OR claimed_at + @leaseMs <= @now)', '1']],
  },
  {
    what: 'of this boot when its lease is over',
    edits: [' OR claimed_at + @leaseMs <= @now'],
  },
  {
    what: 'of nobody only when its lease is over',
    edits: [' AND coalesce(claimed_at, 0) + @leaseMs <= @now'],
  },
  {
    what: 'of nobody when its lease is over',
    edits: [['owner_daemon IS NULL AND coalesce', '0 AND coalesce']],
  },
]);

const reclaiming = guardsIn(RECLAIMING, 'async reclaimStale', 'reclaim', [
  {
    what: 'once more as it is written',
    edits: [[` AND \${STALE}\n             RETURNING`, '\n             RETURNING']],
    redundant: 'the rows were chosen by the same guard in the same immediate transaction',
  },
  ONE_MORE_GENERATION,
  ONE_MORE_ATTEMPT,
  FREES_THE_CLAIM,
  {
    what: 'an attempt is never queued again',
    edits: [
      [
        "CASE WHEN kind = 'attempt' THEN 'failed'\n                               WHEN",
        'CASE WHEN',
      ],
    ],
  },
  {
    what: 'blocked at the limit',
    edits: [["WHEN attempts + 1 >= failure_limit THEN 'blocked' ", '']],
  },
  { what: 'expires open questions', edits: ['expireQuestionsOf(connection, row, now);'] },
  { what: 'queued again: is in the audit', edits: [['recordAudit(', NOTHING_WITH]] },
  { what: 'passes the choke point', edits: [['concludeTask(', NOTHING_WITH]] },
]);

const puttingAway = [
  ...guardsIn(PUTTING_AWAY, 'async cancel', 'cancel', [
    OF_THIS_ACCOUNT,
    {
      what: 'not yet settled',
      edits: ["AND status NOT IN ('done', 'failed', 'blocked', 'cancelled')"],
    },
    { what: 'mine', edits: [['owner_daemon = @owner OR', '1 OR']] },
    { what: 'or of nobody', edits: [" OR (owner_daemon IS NULL AND status = 'queued')"] },
    { what: 'of nobody only while it is queued', edits: [" AND status = 'queued'"] },
    ONE_MORE_GENERATION,
    FREES_THE_CLAIM,
    { what: 'says when it settled', edits: ['settled_at = @now, '] },
    { what: 'a kept result is written down', edits: [['recordUnappliedResult(', NOTHING_WITH]] },
    { what: 'passes the choke point', edits: [['concludeTask(', NOTHING_WITH]] },
  ]),
  ...guardsIn(PUTTING_AWAY, 'async dismiss', 'dismiss', [
    OF_THIS_ACCOUNT,
    { what: 'not yet dismissed', edits: [' AND dismissed_at IS NULL'] },
    { what: 'settled', edits: ["AND status IN ('done', 'failed', 'blocked', 'cancelled')"] },
    IS_WRITTEN_DOWN,
  ]),
];

export const GUARDS_OF_TAKING_AWAY = [...stale, ...reclaiming, ...puttingAway];
