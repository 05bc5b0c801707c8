import { TOOL_KINDS } from './tool-kinds.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface About {
  /** Where it stands in config.json, such as `dispatch.holdMaxMs`. */
  readonly key: string;
  /** One line of help. */
  readonly words: string;
  /** When a change of it is in force. */
  readonly applies: 'now' | 'restart';
}

/** A whole number; a duration is one in milliseconds. */
export interface NumberSetting extends About {
  readonly type: 'count' | 'duration';
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** A text; without one, what the words say. */
export interface TextSetting extends About {
  readonly type: 'text';
  readonly default: null;
}

/** A list of texts. */
export interface ListSetting extends About {
  readonly type: 'list';
  readonly default: readonly string[];
}

/** What the settings screen and the command line can edit as one value. */
export type Setting = NumberSetting | TextSetting | ListSetting;
export type SettingValue = number | string | readonly string[] | null;

/**
 * Every setting of config.json that is one value. The schema that validates the file, the settings screen, the command
 * line and docs/settings.md are made from this list.
 */
export const SETTINGS = [
  {
    key: 'dispatch.maxConcurrentWorkers',
    type: 'count',
    min: 1,
    max: 1_000,
    default: 2,
    words: 'Workers at work at the same time, per project. Held and asking ones do not count.',
    applies: 'now',
  },
  {
    key: 'dispatch.failureLimit',
    type: 'count',
    min: 1,
    max: 100,
    default: 2,
    words: 'Failures after which a spawn or a send is blocked. Counts for what is queued later.',
    applies: 'now',
  },
  {
    key: 'dispatch.holdMaxMs',
    type: 'duration',
    min: SECOND_MS,
    max: 30 * DAY_MS,
    default: 2 * HOUR_MS,
    words:
      'How long a hold or an open question waits for you. Counts for what begins to wait later.',
    applies: 'now',
  },
  {
    key: 'dispatch.idleLimitMs',
    type: 'duration',
    min: SECOND_MS,
    max: DAY_MS,
    default: 15 * MINUTE_MS,
    words: 'Silence after which a working agent is taken to hang.',
    applies: 'now',
  },
  {
    key: 'dispatch.handshakeTimeoutMs',
    type: 'duration',
    min: 100,
    max: HOUR_MS,
    default: MINUTE_MS,
    words: 'How long an agent may take to start.',
    applies: 'now',
  },
  {
    key: 'dispatch.leaseMs',
    type: 'duration',
    min: SECOND_MS,
    max: DAY_MS,
    default: 10 * MINUTE_MS,
    words: 'How long a claim is valid without renewal.',
    applies: 'now',
  },
  {
    key: 'dispatch.backoffBaseMs',
    type: 'duration',
    min: 0,
    max: HOUR_MS,
    default: 2 * SECOND_MS,
    words: 'The wait before a second try; it doubles with each failure.',
    applies: 'now',
  },
  {
    key: 'dispatch.tickMs',
    type: 'duration',
    min: 10,
    max: 10 * MINUTE_MS,
    default: 5 * SECOND_MS,
    words: 'How often the queue is looked at besides when something happens.',
    applies: 'now',
  },
  {
    key: 'editor.command',
    type: 'text',
    default: null,
    words: 'Opens the folder of a run. Without one, the first known editor on PATH.',
    applies: 'now',
  },
  {
    key: 'editor.args',
    type: 'list',
    default: [],
    words: 'What that command gets before the folder.',
    applies: 'now',
  },
] as const satisfies readonly Setting[];

export type SettingKey = (typeof SETTINGS)[number]['key'];

/** One key of an entry, such as of one agent. Its schema is its own; this is its description. */
export interface EntrySetting extends About {
  /** What is expected, in words. */
  readonly type: string;
  /** In words. */
  readonly default: string;
}

export const TOOL_BUDGET = { min: 0, max: 100_000, default: 100 } as const;

/** The settings of config.json that are entries under a name of a person's choice. */
export const ENTRY_SETTINGS: readonly EntrySetting[] = [
  {
    key: 'agents.<name>.protocol',
    type: '"acp" or "command"',
    default: 'required',
    words: 'Speaks the Agent Client Protocol, or gets the prompt as its last argument.',
    applies: 'now',
  },
  {
    key: 'agents.<name>.command',
    type: 'text',
    default: 'required',
    words: 'A program on PATH, or its whole path.',
    applies: 'now',
  },
  {
    key: 'agents.<name>.args',
    type: 'list of texts',
    default: 'none',
    words: 'Its arguments.',
    applies: 'now',
  },
  {
    key: 'agents.<name>.env',
    type: 'texts by name',
    default: 'none',
    words: 'Added to its environment. The values are shown nowhere.',
    applies: 'now',
  },
  {
    key: 'agents.<name>.mode',
    type: 'text',
    default: 'what is known of the agent',
    words: 'The ACP mode in which it asks before it acts.',
    applies: 'now',
  },
  {
    key: 'profiles.<name>.allow',
    type: `list of ${TOOL_KINDS.join(', ')}`,
    default: 'none',
    words: 'Kinds of tools that need no question.',
    applies: 'now',
  },
  {
    key: 'profiles.<name>.commands',
    type: 'list of patterns',
    default: 'none',
    words: 'Shell lines that need no question; `*` stands for anything but shell operators.',
    applies: 'now',
  },
  {
    key: 'profiles.<name>.paths',
    type: 'list of patterns',
    default: '`**`',
    words: 'Where edit, delete and move need no question, relative to the working folder.',
    applies: 'now',
  },
  {
    key: 'profiles.<name>.toolBudget',
    type: `whole number from ${TOOL_BUDGET.min} to ${TOOL_BUDGET.max}`,
    default: String(TOOL_BUDGET.default),
    words: 'How often it is answered without you before it asks again.',
    applies: 'now',
  },
  {
    key: 'projects.<folder>.setUp',
    type: 'shell line',
    default: 'none',
    words: 'Makes a new worktree ready for work, such as `npm ci`.',
    applies: 'now',
  },
  {
    key: 'projects.<folder>.notify',
    type: 'true or false',
    default: 'true',
    words: 'False: nothing of this project causes a system notification.',
    applies: 'now',
  },
  {
    key: 'forges.<host>.apiUrl',
    type: 'http or https address',
    default: 'required',
    words: 'Where the REST interface of an Enterprise Server is, when it is not the usual place.',
    applies: 'now',
  },
];

/** The setting under a key; undefined when there is none. */
export function settingOf(key: string): Setting | undefined {
  return SETTINGS.find((setting) => setting.key === key);
}
