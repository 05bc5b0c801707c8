import {
  CLAIMED_OR_RUNNING,
  EXPIRES_QUESTIONS,
  FREES_THE_CLAIM,
  IS_WRITTEN_DOWN,
  OF_THIS_ACCOUNT,
  OF_THIS_GENERATION,
  ONE_MORE_GENERATION,
} from './entries.mjs';
import { ACCOUNTS, guardsIn, WHOLE_FILE } from './guard.mjs';

const CLAIMING = 'electron/daemon/store/tasks/claiming.ts';
const INSERTING = 'electron/daemon/store/tasks/insert-queued.ts';
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
        ["account_id = @accountId AND status = 'queued'\n", 'account_id = @accountId\n'],
      ],
    },
    {
      what: 'due',
      edits: [
        'AND (not_before IS NULL OR not_before <= (SELECT @now)) ',
        'AND (not_before IS NULL OR not_before <= @now)\n',
      ],
    },
    {
      what: 'mine or of nobody',
      edits: [
        ["AND owner_daemon = (SELECT @owner) AND status = 'queued'", "AND status = 'queued'"],
        'AND (owner_daemon = @owner OR owner_daemon IS NULL)',
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
        ['WHERE id = @id AND account_id = @accountId', 'WHERE id = @id'],
      ],
      tests: ACCOUNTS,
    },
    {
      what: 'once more as it is written',
      edits: [
        [
          " AND account_id = @accountId AND status = 'queued'\n    AND (not_before IS NULL OR not_before <= @now)\n    AND (owner_daemon = @owner OR owner_daemon IS NULL)",
          '',
        ],
      ],
      redundant: 'the row was chosen by the same guard in the same immediate transaction',
    },
    { what: 'room under the cap', edits: [`AND (kind = 'send' OR \${ROOM_FOR_A_WORKER})`] },
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
      edits: [
        [
          'if (row !== undefined) claimed.push(row);\n    else full.add(projectId);',
          'if (row === undefined) break;\n    claimed.push(row);',
        ],
      ],
    },
    { what: 'sends of a project that has no room', edits: ['isSend === 0 && '] },
    { what: 'no more than asked for', edits: ['if (claimed.length === atMost) break;'] },
    ONE_MORE_GENERATION,
    { what: 'carries my boot', edits: [[' claim_owner = @bootId,', " claim_owner = 'a boot',"]] },
    { what: 'starts a lease', edits: [[' claimed_at = @now', ' claimed_at = 0']] },
    { what: 'makes me the owner', edits: ['owner_daemon = @owner, '] },
    { what: 'clears not_before', edits: [' not_before = NULL,'] },
  ]),
  ...guardsIn(CLAIMING_OLDEST, 'const WORKERS_OF_TENANT', 'cap', [
    { what: 'of this account', edits: ['busy.account_id = @accountId AND '], tests: ACCOUNTS },
    { what: 'of this daemon', edits: [' AND busy.owner_daemon = @owner'] },
    { what: 'of this project', edits: [' AND busy.project_id = candidate.project_id'] },
    { what: 'of what is in flight', edits: ["AND busy.status IN ('claimed', 'running') "] },
    { what: 'not of sends', edits: [" AND busy.kind <> 'send'"] },
  ]),
  ...guardsIn(CLAIMING_OLDEST, 'const ROOM_FOR_A_WORKER', 'cap', [
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
  ...guardsIn(CLAIMING, 'async function claimUpTo', 'claim', [IS_WRITTEN_DOWN]),
  ...guardsIn(CLAIMING, 'async release', 'release', [
    OF_THIS_GENERATION,
    OF_THIS_ACCOUNT,
    { what: 'claimed', edits: [" AND status = 'claimed'"] },
    FREES_THE_CLAIM,
    EXPIRES_QUESTIONS,
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(CLAIMING, 'async markRunning', 'mark running', [
    {
      what: 'of this generation',
      edits: [['AND generation = @generation\n             AND', 'AND']],
    },
    {
      what: 'of this account',
      edits: [
        [
          'AND account_id = @accountId AND generation = @generation\n',
          'AND generation = @generation\n',
        ],
      ],
      tests: ACCOUNTS,
    },
    CLAIMED_OR_RUNNING,
    {
      what: 'held: of this generation',
      edits: [[" AND generation = @generation AND status = 'held'", " AND status = 'held'"]],
    },
    {
      what: 'held: of this account',
      edits: [
        [
          "AND account_id = @accountId AND generation = @generation AND status = 'held'",
          "AND generation = @generation AND status = 'held'",
        ],
      ],
      tests: ACCOUNTS,
    },
    { what: 'held: still held', edits: [" AND status = 'held'"] },
    IS_WRITTEN_DOWN,
  ]),
  ...guardsIn(CLAIMING, 'async touch', 'touch', [
    OF_THIS_GENERATION,
    OF_THIS_ACCOUNT,
    CLAIMED_OR_RUNNING,
    { what: 'renews the lease', edits: [['claimed_at = @now, updated_at', 'updated_at']] },
  ]),
];
