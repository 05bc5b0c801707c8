import { ACCOUNTS, CONTRACT, guardsIn, NOTHING_WITH } from './guard.mjs';

const APPROVALS = 'electron/daemon/store/approvals/sqlite-approval-store.ts';
const EXPIRING = 'electron/daemon/store/approvals/expire-questions.ts';

export const GUARDS_OF_QUESTIONS = [
  ...guardsIn(APPROVALS, 'async ask(', 'ask', [
    { what: 'of this account', edits: [' AND account_id = @accountId'], tests: ACCOUNTS },
    { what: 'of this generation', edits: [' AND generation = @generation'] },
    { what: 'mine', edits: [' AND owner_daemon = @owner'] },
    { what: 'claimed, running or held', edits: ["AND status IN ('claimed', 'running', 'held')"] },
    {
      what: 'is in the audit',
      edits: ["recordAudit(connection, row, 'approval.asked', 'agent', question.title, now);"],
    },
    {
      what: 'an attempt is held with it',
      edits: [['const held = holdIfRunning(', 'const held = [].at(']],
    },
  ]),
  ...guardsIn(APPROVALS, 'async answer(', 'answer', [
    {
      what: 'of this account',
      edits: [['WHERE id = @approvalId AND account_id = @accountId', 'WHERE id = @approvalId']],
      tests: ACCOUNTS,
    },
    {
      what: 'an option that was offered',
      edits: [['option !== undefined &&', '']],
      tests: CONTRACT,
    },
    {
      what: 'open',
      edits: [["WHERE id = @approvalId AND status = 'open' AND", 'WHERE id = @approvalId AND']],
    },
    { what: 'not expired', edits: [' AND expires_at > @now'] },
    {
      what: 'of the present generation',
      edits: [' AND task.generation = approvals.generation'],
      tests: CONTRACT,
    },
    { what: 'mine', edits: ['AND task.owner_daemon = @owner '] },
    { what: 'of this boot', edits: ['AND task.claim_owner = @bootId'] },
    { what: 'in work', edits: [["task.status IN ('claimed', 'running')", '1']], tests: CONTRACT },
    { what: 'held: not lapsed', edits: [' AND task.held_until > @now'] },
    { what: 'is in the audit', edits: [['recordAudit(', NOTHING_WITH]] },
    {
      what: 'the last answer resumes, not an earlier one',
      edits: [' && stillAsked === undefined'],
    },
    {
      what: 'reaches the board',
      edits: [
        [
          'updated_at = @now, revision = (SELECT revision + 1 FROM board) WHERE',
          'updated_at = updated_at, revision = revision WHERE',
        ],
      ],
    },
  ]),
  ...guardsIn(APPROVALS, 'async expireIfOpen(', 'take back a question', [
    { what: 'of this account', edits: ['account_id = @accountId AND '], tests: ACCOUNTS },
    { what: 'of this task', edits: [' AND task_id = @taskId'] },
    { what: 'of this session', edits: [' AND session_id = @sessionId'], tests: CONTRACT },
    { what: 'this request', edits: ['AND request_id = @requestId '] },
    { what: 'open', edits: [" AND status = 'open'"] },
    { what: 'is in the audit', edits: [['recordAudit(', NOTHING_WITH]] },
  ]),
  ...guardsIn(APPROVALS, 'export const FROM_LAPSED', 'lapsed questions', [
    {
      what: 'of this account',
      edits: ['approvals.account_id = (SELECT @accountId) AND '],
      tests: ACCOUNTS,
    },
    { what: 'open', edits: [" AND approvals.status = 'open'"] },
    { what: 'expired', edits: ['AND approvals.expires_at <= (SELECT @now)'] },
    { what: 'mine', edits: ['task.owner_daemon = (SELECT @owner) AND '], tests: CONTRACT },
    { what: 'of this boot', edits: [' AND task.claim_owner = (SELECT @bootId)'] },
    { what: 'no attempt', edits: [" AND task.kind <> 'attempt'"], tests: CONTRACT },
    { what: 'in work', edits: ["AND task.status IN ('claimed', 'running') "], tests: CONTRACT },
    {
      what: 'of the present generation',
      edits: [' AND task.generation = approvals.generation'],
      tests: CONTRACT,
    },
  ]),
  ...guardsIn(APPROVALS, 'function whyNotAnswered(', 'answer refused', [
    { what: 'a stale answer is in the audit', edits: [['recordAudit(', NOTHING_WITH]] },
  ]),
  ...guardsIn(EXPIRING, 'const EXPIRES =', 'expire questions', [
    { what: 'open', edits: ["status = 'open' AND "] },
  ]),
  ...guardsIn(EXPIRING, 'const EXPIRE =', 'expire questions', [
    { what: 'of this task', edits: [`task_id = \${item.taskId} AND `] },
  ]),
  ...guardsIn(EXPIRING, 'export function expireQuestionsOfAll(', 'expire questions', [
    { what: 'is in the audit', edits: [['recordAudits(', NOTHING_WITH]] },
  ]),
];
