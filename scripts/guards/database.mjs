import { guardsIn } from './guard.mjs';

const OWNERSHIP = 'electron/daemon/store/migrations/0002-ownership.ts';
const FENCES = 'electron/daemon/store/migrations/0003-fleet.ts';
const OLD_WRITERS = ['test/unit/old-writers.test.ts'];

/** What the database itself refuses or keeps in step, whoever writes. */
export const GUARDS_OF_THE_DATABASE = [
  ...guardsIn(OWNERSHIP, 'export const ownership', 'board revision', [
    {
      what: 'follows a new task',
      edits: [
        [
          'AFTER INSERT ON dispatch_tasks\n      WHEN NEW.revision > (SELECT revision FROM board)',
          'AFTER INSERT ON dispatch_tasks\n      WHEN 0',
        ],
      ],
    },
    {
      what: 'follows a changed task',
      edits: [
        [
          'AFTER UPDATE OF revision ON dispatch_tasks\n      WHEN NEW.revision > (SELECT revision FROM board)',
          'AFTER UPDATE OF revision ON dispatch_tasks\n      WHEN 0',
        ],
      ],
    },
  ]),
  ...guardsIn(FENCES, 'export const fleet', 'old writer', [
    { what: 'changes no row of a daemon', edits: [['NEW.revision <= OLD.revision', '0']] },
    {
      what: 'may change what nobody owns',
      edits: [['OLD.owner_daemon IS NOT NULL AND NEW.revision', 'NEW.revision']],
    },
    {
      what: 'deletes no row of a daemon',
      edits: [
        [
          'BEFORE DELETE ON dispatch_tasks\n      WHEN OLD.owner_daemon IS NOT NULL',
          'BEFORE DELETE ON dispatch_tasks\n      WHEN 0',
        ],
      ],
      tests: OLD_WRITERS,
    },
    {
      what: 'replaces no row of a daemon',
      edits: [['WHEN NEW.owner_daemon IS NULL\n', 'WHEN 0\n']],
      tests: OLD_WRITERS,
    },
    {
      what: 'its new rows reach the board',
      edits: [['WHEN NEW.revision = 0', 'WHEN 0']],
    },
    {
      what: 'its changes reach the board',
      edits: [['WHEN OLD.owner_daemon IS NULL AND NEW.revision = OLD.revision', 'WHEN 0']],
    },
  ]),
  ...guardsIn(FENCES, 'const RECORD_AND_IGNORE', 'old writer', [
    { what: 'is ignored', edits: ['SELECT RAISE(IGNORE);'] },
    {
      what: 'is counted',
      edits: [['SET refusals = refusals + 1,', 'SET refusals = refusals,']],
      tests: OLD_WRITERS,
    },
  ]),
];
