import { create } from 'zustand';
import type { Activity } from '../../../shared/board.ts';
import type { Catalog, StartInput, Startup } from '../../../shared/contract.ts';
import { type Board, EMPTY_BOARD } from './board.ts';
import { type BoardFilter, EMPTY_LANES, type LaneOrder } from './lane-order.ts';

export type Screen = 'board' | 'sessions' | 'daemon' | 'settings';

/** Something that happened, in words. A refusal stays until it is dismissed. */
export interface Notice {
  readonly id: number;
  readonly granted: boolean;
  /** What it is about, such as the title of a card. */
  readonly subject: string;
  readonly text: string;
}

/** Everything the window shows. What comes from the daemon is written by `daemon-link.ts` only. */
export interface Fleet {
  readonly startup: Startup;
  readonly catalog: Catalog | null;
  readonly board: Board;
  /** Whether the board has been read to its end once. */
  readonly isBoardRead: boolean;
  readonly lanes: LaneOrder;
  /** By session. */
  readonly activity: ReadonlyMap<string, Activity>;
  readonly filter: BoardFilter;
  readonly screen: Screen;
  readonly openTaskId: string | null;
  readonly isStarting: boolean;
  /** What was typed into the dialog and not started yet. */
  readonly draft: Partial<StartInput>;
  readonly notices: readonly Notice[];
}

export const useFleet = create<Fleet>()(() => ({
  startup: { state: 'starting' },
  catalog: null,
  board: EMPTY_BOARD,
  isBoardRead: false,
  lanes: EMPTY_LANES,
  activity: new Map(),
  filter: { text: '', projectId: null },
  screen: 'board',
  openTaskId: null,
  isStarting: false,
  draft: {},
  notices: [],
}));
