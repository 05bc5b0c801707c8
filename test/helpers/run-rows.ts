import { applyDeltas, type Board, EMPTY_BOARD } from '../../renderer/src/state/board.ts';
import type { Card } from '../../shared/board.ts';
import type { DiffFile, DiffHunk, DiffLine, ReviewDiff } from '../../shared/review.ts';
import type { RunAttempt, RunCard } from '../../shared/runs.ts';
import { deltaOf } from './board-rows.ts';

const CREATED_AT = 1_700_000_000_000;

/** A run at work on its first attempt, unless said otherwise. */
export function runRow(row: Partial<RunCard> & { readonly id: string }): RunCard {
  return {
    revision: 1,
    status: 'working',
    endReason: null,
    endDetail: null,
    state: 'working',
    title: 'A run',
    agent: 'demo',
    profile: 'careful',
    projectId: 'project',
    projectName: 'project',
    ownerDaemon: '127.0.0.1:7455',
    branch: `fleetboard/${row.id}/1`,
    baseBranch: 'main',
    check: 'npm test',
    limits: { maxAttempts: 5, maxMs: null, maxCost: null },
    attempts: [attemptRow({ ordinal: 1 })],
    question: null,
    heldUntil: null,
    hasWork: true,
    workedMs: 0,
    cost: null,
    mergedCommit: null,
    pull: null,
    createdBy: 'test',
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    endedAt: null,
    ...row,
  };
}

/** An attempt at work, unless said otherwise. */
export function attemptRow(row: Partial<RunAttempt> & { readonly ordinal: number }): RunAttempt {
  return {
    taskId: `task ${row.ordinal}`,
    sessionId: null,
    because: 'goal',
    phase: 'enqueued',
    outcome: null,
    state: 'working',
    checkExitCode: null,
    notBefore: 0,
    startedAt: CREATED_AT,
    settledAt: null,
    checkedAt: null,
    parkedMs: 0,
    cost: null,
    commit: null,
    error: null,
    ...row,
  };
}

export function rowsOnBoard(cards: Card[], runs: RunCard[] = []): Board {
  return applyDeltas(EMPTY_BOARD, [deltaOf(0, 1, { cards, runs })]);
}

/** Lines as `git diff` prints them: ' same', '-gone', '+new'. */
export function hunkOf(...printed: readonly string[]): DiffHunk {
  let old = 0;
  let now = 0;
  const lines = printed.map((text): DiffLine => {
    const kind = text.startsWith('-') ? 'deleted' : text.startsWith('+') ? 'added' : 'context';
    if (kind !== 'added') old += 1;
    if (kind !== 'deleted') now += 1;
    return {
      kind,
      oldLine: kind === 'added' ? null : old,
      newLine: kind === 'deleted' ? null : now,
      text: text.slice(1),
      leftOutBytes: 0,
      endsWithoutNewline: false,
    };
  });
  return { oldStart: 1, oldLines: old, newStart: 1, newLines: now, section: '', lines };
}

export function fileOf(path: string, hunks: DiffHunk[], row: Partial<DiffFile> = {}): DiffFile {
  return {
    path,
    oldPath: null,
    status: 'modified',
    modeChange: null,
    isBinary: false,
    additions: 0,
    deletions: 0,
    hunks,
    leftOut: null,
    ...row,
  };
}

export function diffOf(...files: DiffFile[]): ReviewDiff {
  return {
    baseCommit: 'b'.repeat(40),
    headCommit: 'a'.repeat(40),
    additions: 0,
    deletions: 0,
    files,
    leftOutFiles: 0,
  };
}
