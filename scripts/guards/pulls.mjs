import { guardsIn } from './guard.mjs';

const OWNING = 'electron/daemon/store/pulls/owning.ts';
const ROW = 'electron/daemon/store/pulls/pull-row.ts';
const PUBLISHING = 'electron/daemon/store/pulls/publishing.ts';
const CONTINUING = 'electron/daemon/store/pulls/continuing.ts';
const REVIEWING = 'electron/daemon/store/runs/reviewing.ts';
const ATTEMPTING = 'electron/daemon/store/runs/attempting.ts';

const tests = ['test/contract/sqlite-pull-store.test.ts'];

/** Pull requests: who owns them, and what a change of one compares. */
export const GUARDS_OF_PULLS = [
  ...guardsIn(OWNING, 'async reserve(', 'reserve a pull request', [
    {
      what: 'by its owner',
      edits: [' AND owner_run = @runId AND owner_unit = @unit'],
      tests,
    },
    {
      what: 'one at a time',
      edits: ['AND (reservation_token IS NULL OR reservation_expires_at <= @now)'],
      tests,
    },
    { what: 'an expired one makes way', edits: [' OR reservation_expires_at <= @now'], tests },
  ]),
  ...guardsIn(OWNING, 'async unreserve(', 'give a reservation back', [
    { what: 'by its token', edits: [' AND reservation_token = @token'], tests },
  ]),
  ...guardsIn(OWNING, 'export function claim(', 'claim a pull request', [
    {
      what: 'displaces nobody',
      edits: [
        [
          'ON CONFLICT DO NOTHING',
          'ON CONFLICT DO UPDATE SET owner_run = excluded.owner_run, owner_unit = excluded.owner_unit',
        ],
      ],
      tests,
    },
  ]),
  ...guardsIn(OWNING, 'export function transferIfOwned(', 'transfer a pull request', [
    { what: 'from its owner', edits: [' AND owner_run = @runId AND owner_unit = @unit'], tests },
    { what: 'by the token', edits: ['reservation_token = @token AND '], tests },
    { what: 'not expired', edits: [' AND reservation_expires_at > @now'], tests },
  ]),
  ...guardsIn(ROW, 'const REPLACE_IF_UNCHANGED', 'replace the row of a pull request', [
    {
      what: 'as it was read',
      edits: [
        [
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
          "${NAMES.map((name) => `${COLUMNS[name]} IS @before_${name}`).join(' AND ')}",
          'run_id = @before_runId',
        ],
      ],
      tests,
    },
  ]),
  ...guardsIn(PUBLISHING, 'async recordPushed(', 'push to a pull request', [
    {
      what: 'under its reservation',
      edits: [["throw new LostComparison('reservation_lost');", '']],
      tests,
    },
    { what: 'forgets the approved head', edits: [', approvedHead: null'], tests },
  ]),
  ...guardsIn(PUBLISHING, 'async release(', 'release a pull request', [
    { what: 'by its owner', edits: [['AND owner_run = @runId AND (', 'AND (']], tests },
    {
      what: 'not while it is reserved',
      edits: [' AND (reservation_token IS NULL OR reservation_expires_at <= @now)'],
      tests,
    },
  ]),
  ...guardsIn(CONTINUING, 'async continueIfUnchanged(', 'continue a pull request', [
    {
      what: 'transfers it',
      edits: [
        [
          'throw new LostComparison(whyNotTransferred(connection, accountId, before, from).race);',
          '',
        ],
      ],
      tests,
    },
    {
      what: 'of a run that has ended',
      edits: [["throw new LostComparison('run_changed');", 'return before']],
      tests,
    },
  ]),
  ...guardsIn(CONTINUING, 'async rollBackIfUnchanged(', 'take a continuation back', [
    {
      what: 'gives the ownership back',
      edits: [['SET owner_unit = @to', 'SET owner_unit = owner_unit']],
      tests,
    },
  ]),
  ...guardsIn(REVIEWING, 'async requestChangesIfEnded(', 'request changes', [
    {
      what: 'not of what is approved on the forge',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
      edits: [' AND ${NOT_APPROVED_THERE} AND ${NOT_RESERVED}'],
      tests,
    },
  ]),
  ...guardsIn(REVIEWING, 'async beginMergeIfEnded(', 'begin a merge', [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
    { what: 'not of what is on the forge', edits: [' AND ${NOT_ON_THE_FORGE}'], tests },
  ]),
  ...guardsIn(REVIEWING, 'async discardIfEnded(', 'discard', [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
    { what: 'not of what is on the forge', edits: [' AND ${NOT_ON_THE_FORGE}'], tests },
  ]),
  ...guardsIn(ATTEMPTING, 'export function planAttempt(', 'plan an attempt', [
    {
      what: 'hands the pull request of its run over',
      edits: [['SET owner_unit = @taskId, reservation_token', 'SET reservation_token']],
      tests,
    },
    {
      what: 'and says so in its row',
      edits: [['UPDATE run_pulls SET unit = @taskId,', 'UPDATE run_pulls SET']],
      tests,
    },
  ]),
];
