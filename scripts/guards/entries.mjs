import { ACCOUNTS, CONTRACT, NOTHING_WITH } from './guard.mjs';

/** What several methods insist on in the same words. */

export const OF_THIS_GENERATION = {
  what: 'of this generation',
  edits: [' AND generation = @generation'],
};
export const OF_THIS_ACCOUNT = {
  what: 'of this account',
  edits: [' AND account_id = @accountId'],
  tests: ACCOUNTS,
};
export const CLAIMED_OR_RUNNING = {
  what: 'claimed or running',
  edits: [/** @type {const} */ (["status IN ('claimed', 'running')", '1'])],
};
export const FREES_THE_CLAIM = {
  what: 'frees the claim',
  edits: [' claim_owner = NULL, claimed_at = NULL,'],
};
export const IS_WRITTEN_DOWN = {
  what: 'is in the audit',
  edits: [/** @type {const} */ (['recordAudit(', NOTHING_WITH])],
};
export const EXPIRES_QUESTIONS = {
  what: 'expires open questions',
  edits: ['expireQuestionsOf(connection, row, now);'],
};
export const ONE_MORE_GENERATION = {
  what: 'is one more generation',
  edits: [/** @type {const} */ (['generation = generation + 1', 'generation = generation'])],
};
export const ONE_MORE_ATTEMPT = {
  what: 'is one more attempt',
  edits: [/** @type {const} */ (['attempts = attempts + 1', 'attempts = attempts'])],
};

/** The same of those that are done at once. */

export const OF_ITS_OWN_GENERATION = {
  what: 'of this generation',
  edits: [` AND generation = \${item.generation}`],
};
export const OF_THIS_ACCOUNT_WHATEVER_THE_INDEX = {
  what: 'of this account',
  edits: [' AND +account_id = @accountId'],
  tests: ACCOUNTS,
};
export const ARE_WRITTEN_DOWN = {
  what: 'is in the audit',
  edits: [/** @type {const} */ (['recordAudits(', NOTHING_WITH])],
};
export const A_REVISION_OF_ITS_OWN = {
  what: 'each at a revision of its own',
  edits: [/** @type {const} */ ([`board)\${nth}`, 'board)'])],
  tests: CONTRACT,
};
export const ONE_AFTER_THE_OTHER = {
  what: 'two of one task are not done at once',
  edits: [
    /** @type {const} */ (['keyOf: ({ claim }) => claim.id', 'keyOf: () => String(Math.random())']),
  ],
  tests: CONTRACT,
};
