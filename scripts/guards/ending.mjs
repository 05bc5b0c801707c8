import {
  A_REVISION_OF_ITS_OWN,
  ARE_WRITTEN_DOWN,
  CLAIMED_OR_RUNNING,
  FREES_THE_CLAIM,
  IS_WRITTEN_DOWN,
  OF_ITS_OWN_GENERATION,
  OF_THIS_ACCOUNT,
  OF_THIS_ACCOUNT_WHATEVER_THE_INDEX,
  OF_THIS_GENERATION,
  ONE_AFTER_THE_OTHER,
  ONE_MORE_ATTEMPT,
} from './entries.mjs';
import { CONTRACT, guardsIn, NOTHING_WITH } from './guard.mjs';

const ENDING = 'electron/daemon/store/tasks/ending.ts';
const CONCLUDING = 'electron/daemon/store/tasks/conclude-task.ts';

/** The results of workers. */
export const GUARDS_OF_ENDING = [
  ...guardsIn(ENDING, 'const COMPLETE =', 'complete', [
    OF_ITS_OWN_GENERATION,
    OF_THIS_ACCOUNT_WHATEVER_THE_INDEX,
    CLAIMED_OR_RUNNING,
    FREES_THE_CLAIM,
    { what: 'says when it settled', edits: [` settled_at = \${item.now},`] },
    {
      what: 'clears the earlier error',
      edits: [' error = NULL, error_code = NULL, error_next_step = NULL,'],
    },
    A_REVISION_OF_ITS_OWN,
  ]),
  ...guardsIn(ENDING, 'function complete(', 'complete', [
    { what: 'passes the choke point', edits: [['concludeTasks(', NOTHING_WITH]] },
  ]),
  ...guardsIn(ENDING, 'function completingOn(', 'complete', [ONE_AFTER_THE_OTHER]),
  ...guardsIn(ENDING, 'function fail(', 'fail', [
    OF_THIS_GENERATION,
    OF_THIS_ACCOUNT,
    CLAIMED_OR_RUNNING,
    ONE_MORE_ATTEMPT,
    FREES_THE_CLAIM,
    {
      what: 'an attempt is never queued again',
      edits: [
        [
          "CASE WHEN kind = 'attempt' OR NOT @retryable THEN 'failed'",
          "CASE WHEN NOT @retryable THEN 'failed'",
        ],
      ],
    },
    {
      what: 'what a retry cannot help is failed',
      edits: [["'attempt' OR NOT @retryable THEN 'failed'", "'attempt' THEN 'failed'"]],
    },
    {
      what: 'blocked at the limit',
      edits: [["WHEN attempts + 1 >= failure_limit THEN 'blocked'", '']],
    },
    { what: 'waits before it runs again', edits: [['ELSE @now + CAST', 'ELSE @now + 0 * CAST']] },
    { what: 'waits longer each time', edits: [['(1 << min(attempts + 1, 30))', '1']] },
    { what: 'waits with jitter', edits: [' * (1 + @jitter)'] },
    { what: 'waits a lease at most', edits: [['min(@capMs, ', '(']] },
    {
      what: 'requeued: expires open questions',
      edits: ['expireQuestionsOf(connection, row, now);'],
    },
    { what: 'requeued: is in the audit', edits: [['recordAudit(', NOTHING_WITH]] },
    { what: 'passes the choke point', edits: [['concludeTask(', NOTHING_WITH]] },
  ]),
  ...guardsIn(ENDING, 'function keepOrRefuse(', 'result while held', [
    OF_THIS_GENERATION,
    OF_THIS_ACCOUNT,
    { what: 'held', edits: [" AND status = 'held'"] },
    { what: 'the first one is kept', edits: [['coalesce(kept_result, @result)', '@result']] },
    {
      what: 'is in the audit',
      edits: [
        [
          'recordAudit(\n      connection,\n      kept,',
          'Array.of(\n      connection,\n      kept,',
        ],
      ],
    },
    {
      what: 'stale: is in the audit',
      edits: [
        [
          'recordAudit(\n      connection,\n      current,',
          'Array.of(\n      connection,\n      current,',
        ],
      ],
    },
    {
      what: 'stale: names its own generation',
      edits: [[`of generation \${claim.generation}`, `of generation \${current.generation}`]],
      tests: CONTRACT,
    },
  ]),
  ...guardsIn(CONCLUDING, 'export function concludeTasks(', 'any ending', [
    { what: 'expires open questions', edits: ['expireQuestionsOfAll(connection, asking);'] },
    ARE_WRITTEN_DOWN,
    { what: 'writes an event', edits: [['recordEvents(', NOTHING_WITH]] },
    { what: 'writes none for an attempt', edits: [" && row.kind !== 'attempt'"] },
    {
      what: 'writes none for a delivery',
      edits: ['row.is_delivery !== 1 && '],
      tests: ['test/contract/'],
    },
    {
      what: 'concludes a delivery',
      edits: [['row.is_delivery === 1', 'false']],
      tests: ['test/contract/'],
    },
  ]),
  ...guardsIn(CONCLUDING, 'export function recordUnappliedResult(', 'ending without an unhold', [
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(CONCLUDING, 'export const DIGEST_WITH_KEPT_RESULT', 'ending without an unhold', [
    {
      what: 'keeps the digest',
      edits: [["coalesce(json_extract(kept_result, '$.digest'), result_digest)", 'result_digest']],
    },
  ]),
];
