import { create } from 'zustand';
import type { Activity } from '../../../shared/board.ts';
import type { Catalog, StartInput, Startup } from '../../../shared/contract.ts';
import type { DaemonSummary, OldWriter } from '../../../shared/fleet.ts';
import type { Problem } from '../../../shared/problems.ts';
import { type Board, EMPTY_BOARD } from './board.ts';
import { type BoardFilter, EMPTY_LANES, type LaneOrder } from './lane-order.ts';
import type { RunDraft } from './run-draft.ts';

export type Screen = 'board' | 'sessions' | 'daemons' | 'numbers' | 'settings';

/** Something that happened, in words. A refusal stays until it is dismissed. */
export interface Notice {
  readonly id: number;
  readonly granted: boolean;
  /** Says only why nothing was asked for: neither granted nor refused, and gone like a confirmation. */
  readonly isHint: boolean;
  /** What it is about, such as the title of a card. */
  readonly subject: string;
  readonly text: string;
  /** Of a problem; copied with the rest, and not shown. */
  readonly code?: string;
  /** What can be done about it, if anything. */
  readonly action: NoticeAction | null;
}

export interface NoticeAction {
  readonly label: string;
  /** Says itself what came of it. */
  readonly act: () => Promise<void>;
}

export type StartKind = 'task' | 'run';

export interface RunDialog {
  readonly kind: 'merge' | 'discard' | 'continue' | 'mergePull' | 'release';
  readonly runId: string;
}

/** Everything the window shows. What comes from the daemon is written by `daemon-link.ts` only. */
export interface Fleet {
  readonly startup: Startup;
  /** False while a page in a browser has lost its daemon. */
  readonly isConnected: boolean;
  /** When the daemon that was lost was heard last: what is shown is as of then. In Unix milliseconds. */
  readonly heardAt: number;
  /** How often it was found again: what failed meanwhile is asked once more. */
  readonly reconnections: number;
  readonly catalog: Catalog | null;
  /** Every daemon that has worked on the database, the one of this window included. */
  readonly daemons: readonly DaemonSummary[];
  /** Null when no out-of-date program was ever refused. */
  readonly oldWriter: OldWriter | null;
  /** What is wrong with the database at the moment. */
  readonly trouble: Problem | null;
  /** Position of the newest event that was told; whoever shows events reads them again when it advances. */
  readonly eventPosition: number;
  readonly board: Board;
  /** Whether the board has been read to its end once. */
  readonly isBoardRead: boolean;
  /** Whether everything beyond the first board has been loaded. */
  readonly isWhole: boolean;
  readonly lanes: LaneOrder;
  /** By session. */
  readonly activity: ReadonlyMap<string, Activity>;
  readonly filter: BoardFilter;
  readonly screen: Screen;
  /** What the details are of; at most one of the two. */
  readonly openTaskId: string | null;
  readonly openRunId: string | null;
  /** The run under review, in place of the screen. */
  readonly reviewedRunId: string | null;
  /** The question that is asked about a run, or its pull request, before it is acted upon. */
  readonly runDialog: RunDialog | null;
  /** The card or run on the board that the keyboard was on last: it exists, wherever it is scrolled to. */
  readonly stoodOn: string | null;
  /** The list of commands or of keys, over everything else. */
  readonly overlay: 'palette' | 'keys' | null;
  readonly isStarting: boolean;
  /** What the dialog starts. */
  readonly startKind: StartKind;
  /** What was typed into the dialog and not started yet. */
  readonly draft: Partial<StartInput>;
  readonly runDraft: Partial<RunDraft>;
  readonly notices: readonly Notice[];
}

export const useFleet = create<Fleet>()(() => ({
  startup: { state: 'starting' },
  isConnected: true,
  heardAt: 0,
  reconnections: 0,
  catalog: null,
  daemons: [],
  oldWriter: null,
  trouble: null,
  eventPosition: 0,
  board: EMPTY_BOARD,
  isBoardRead: false,
  isWhole: false,
  lanes: EMPTY_LANES,
  activity: new Map(),
  filter: { text: '', projectId: null },
  screen: 'board',
  openTaskId: null,
  openRunId: null,
  reviewedRunId: null,
  runDialog: null,
  stoodOn: null,
  overlay: null,
  isStarting: false,
  startKind: 'task',
  draft: {},
  runDraft: {},
  notices: [],
}));
