import {
  A_REVISION_OF_ITS_OWN,
  ARE_WRITTEN_DOWN,
  CLAIMED_OR_RUNNING,
  EXPIRES_QUESTIONS,
  FREES_THE_CLAIM,
  IS_WRITTEN_DOWN,
  OF_ITS_OWN_GENERATION,
  OF_THIS_ACCOUNT,
  OF_THIS_ACCOUNT_WHATEVER_THE_INDEX,
  OF_THIS_GENERATION,
  ONE_AFTER_THE_OTHER,
  ONE_MORE_GENERATION,
} from './entries.mjs';
import { ACCOUNTS, CONTRACT, guardsIn, WHOLE_FILE } from './guard.mjs';

const CLAIMING = 'electron/daemon/store/tasks/claiming.ts';
const INSERTING = 'electron/daemon/store/tasks/insert-queued.ts';
const STARTING = 'electron/daemon/store/tasks/starting.ts';
const CLAIMING_OLDEST = 'electron/daemon/store/tasks/claim-oldest.ts';

/** The way into work. */
export const GUARDS_OF_CLAIMING = [
  ...guardsIn(INSERTING, 'export function insertQueued(', 'enqueue', [
    {
      what: 'owner is me',
      edits: [['accountId, owner: me.owner, now }', 'accountId, owner: null, now }']],
    },
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(CLAIMING_OLDEST, WHOLE_FILE, 'claim', [
    {
      what: 'queued',
      edits: [
        [
          "AND owner_daemon = (SELECT @owner) AND status = 'queued'",
          'AND owner_daemon = (SELECT @owner)',
        ],
        ["AND owner_daemon IS NULL AND status = 'queued'", 'AND owner_daemon IS NULL'],
        [" AND +status = 'queued'\n", '\n'],
      ],
    },
    {
      what: 'due',
      edits: [
        'AND (not_before IS NULL OR not_before <= (SELECT @now)) ',
        'AND (not_before IS NULL OR not_before <= (SELECT @now))\n',
      ],
    },
    {
      what: 'mine or of nobody',
      edits: [
        ["AND owner_daemon = (SELECT @owner) AND status = 'queued'", "AND status = 'queued'"],
        'AND (owner_daemon = (SELECT @owner) OR owner_daemon IS NULL)',
      ],
    },
    {
      what: 'also what nobody owns',
      edits: [["'nobodys', firstOfNobody,", "'nobodys', null,"]],
    },
    {
      what: 'of this account',
      edits: [
        ['mine: `account_id = (SELECT @accountId) AND ', 'mine: `'],
        ['nobodys: `account_id = (SELECT @accountId) AND ', 'nobodys: `'],
        [' AND +account_id = (SELECT @accountId)', ''],
      ],
      tests: ACCOUNTS,
    },
    {
      what: 'once more as it is written',
      edits: [
        [
          " AND +account_id = (SELECT @accountId) AND +status = 'queued'\n    AND (not_before IS NULL OR not_before <= (SELECT @now))\n    AND (owner_daemon = (SELECT @owner) OR owner_daemon IS NULL)",
          '',
        ],
      ],
      redundant: 'the row was chosen by the same guard in the same immediate transaction',
    },
    {
      what: 'room under the cap',
      edits: [
        `AND (kind = 'send' OR \${roomForAWorker(item.earlier)})`,
        ['(ownership, 0, WORKERS_AT_MOST, notExcluded)', "(ownership, 0, '@atMost', notExcluded)"],
      ],
    },
    {
      what: 'room for those that one statement claims',
      edits: ['workers.set(projectId, earlier + 1);'],
      tests: CONTRACT,
    },
    { what: 'sends are not capped', edits: ["kind = 'send' OR "] },
    {
      what: 'sends do not wait behind workers',
      edits: [`AND (kind = 'send') = \${sends}`],
    },
    {
      what: 'not excluded',
      edits: ['AND id NOT IN (SELECT value FROM json_each(@excluded))'],
    },
    {
      what: 'oldest of its project first',
      edits: [['ORDER BY created_at, id LIMIT', 'ORDER BY created_at DESC, id DESC LIMIT']],
    },
    { what: 'oldest of all projects first', edits: ['heads.sort(byAge)'] },
    {
      what: 'the next project where one has no room',
      edits: [['while (heads.length > 0 && claimed.length < atMost) {', 'if (heads.length > 0) {']],
      tests: CONTRACT,
    },
    {
      what: 'sends of a project that has no room',
      edits: ['head.is_send === 1 || '],
      tests: CONTRACT,
    },
    {
      what: 'no more than asked for',
      edits: [['heads.splice(0, atMost - claimed.length)', 'heads.splice(0)']],
      tests: CONTRACT,
    },
    ONE_MORE_GENERATION,
    { what: 'carries my boot', edits: [[' claim_owner = @bootId,', " claim_owner = 'a boot',"]] },
    { what: 'starts a lease', edits: [[' claimed_at = @now', ' claimed_at = 0']] },
    { what: 'makes me the owner', edits: ['owner_daemon = @owner, '] },
    { what: 'clears not_before', edits: [' not_before = NULL,'] },
  ]),
  ...guardsIn(CLAIMING_OLDEST, 'const workersOf', 'cap', [
    {
      what: 'of this account',
      edits: ['busy.account_id = (SELECT @accountId) AND '],
      tests: ACCOUNTS,
    },
    { what: 'of this daemon', edits: [' AND busy.owner_daemon = (SELECT @owner)'] },
    { what: 'of this project', edits: [` AND busy.project_id = \${projectId}`] },
    { what: 'of what is in flight', edits: ["AND busy.status IN ('claimed', 'running') "] },
    { what: 'not of sends', edits: [" AND busy.kind <> 'send'"] },
  ]),
  ...guardsIn(CLAIMING_OLDEST, 'const NOT_WAITING', 'cap', [
    {
      what: 'who waits on a person fills no place',
      edits: [['AND NOT EXISTS', 'AND 1 OR NOT EXISTS']],
    },
    { what: 'only an open question waits on a person', edits: [" AND status = 'open'"] },
    { what: 'only its own question', edits: ['task_id = busy.id AND '] },
    {
      what: 'a question of the present generation',
      edits: [' AND generation = busy.generation'],
      redundant:
        'whatever ends a generation of an owned row closes its questions in the same transaction',
    },
  ]),
  ...guardsIn(CLAIMING, 'function claim(', 'claim', [ARE_WRITTEN_DOWN]),
  ...guardsIn(CLAIMING, 'release(claim', 'release', [
    OF_THIS_GENERATION,
    OF_THIS_ACCOUNT,
    { what: 'claimed', edits: [" AND status = 'claimed'"] },
    FREES_THE_CLAIM,
    EXPIRES_QUESTIONS,
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(STARTING, 'const START_HELD_OR_CLAIMED =', 'mark running', [
    OF_ITS_OWN_GENERATION,
    OF_THIS_ACCOUNT_WHATEVER_THE_INDEX,
    {
      what: 'claimed, running or held',
      edits: [" AND +status IN ('claimed', 'running', 'held')"],
    },
    {
      what: 'held: still held',
      edits: [["CASE status WHEN 'held' THEN 'held' ELSE 'running' END", "'running'"]],
    },
    A_REVISION_OF_ITS_OWN,
  ]),
  ...guardsIn(STARTING, 'export function startingOn(', 'mark running', [
    ARE_WRITTEN_DOWN,
    {
      ...ONE_AFTER_THE_OTHER,
      redundant: 'SQLite was seen to do both, one after the other; it does not promise it',
    },
  ]),
  ...guardsIn(CLAIMING, 'async touch', 'touch', [
    OF_THIS_GENERATION,
    OF_THIS_ACCOUNT,
    CLAIMED_OR_RUNNING,
    { what: 'renews the lease', edits: [['claimed_at = @now, updated_at', 'updated_at']] },
  ]),
];
