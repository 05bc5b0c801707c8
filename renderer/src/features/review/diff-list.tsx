import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { DiffLine, ReviewDiff } from '../../../../shared/review.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import {
  type DraftComment,
  isSameLine,
  type LineAnchor,
  withEditorAt,
} from '../../state/review-draft.ts';
import { changeReview } from '../../state/review-drafts.ts';
import { CommentOnLine } from './comment-on-line.tsx';
import { FileHeader, HunkHeader, PairRow, SingleRow } from './diff-row.tsx';
import type { DiffRow } from './diff-rows.ts';
import type { DiffColours } from './highlighting/diff-colours.ts';
import { type LineSide, nextLine, type StandingLine } from './line-keys.ts';

export interface DiffListHandle {
  showFile(path: string): void;
  showComment(commentId: number): void;
}

interface DiffListProps {
  readonly handle: Ref<DiffListHandle>;
  readonly run: RunCard;
  readonly diff: ReviewDiff;
  readonly rows: readonly DiffRow[];
  readonly comments: readonly DraftComment[];
  readonly colours: DiffColours;
  readonly folded: ReadonlySet<string>;
  readonly toggle: (path: string) => void;
  /** Null where nothing can be said about a line. */
  readonly anchorOf: (path: string, line: DiffLine) => LineAnchor | null;
}

/**
 * Every line of the diff, of which only those in view are on the page. The head of the file that is read stays on top.
 * The keyboard stands on one line number; arrows move it, Enter says something about the line.
 */
export function DiffList(props: DiffListProps) {
  const { handle, run, diff, rows, comments, colours, folded, toggle, anchorOf } = props;
  const scroller = useRef<HTMLElement>(null);
  const [standing, setStanding] = useState<StandingLine | null>(null);
  const wantsFocus = useRef<'line' | number | null>(null);
  const fileRows = useMemo(() => indicesOf(rows, 'file'), [rows]);
  const standsOn = useMemo(() => whereItStands(rows, standing), [rows, standing]);
  const stuck = useRef(0);

  const rangeExtractor = useCallback(
    (range: Range) => {
      stuck.current = fileRows.findLast((index) => index <= range.startIndex) ?? 0;
      const shown = new Set([stuck.current, ...defaultRangeExtractor(range)]);
      if (standsOn !== null) shown.add(standsOn.row);
      return [...shown].sort((a, b) => a - b);
    },
    [fileRows, standsOn],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => usualHeight(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor,
    scrollPaddingStart: HEIGHTS.file,
    overscan: 12,
  });

  useImperativeHandle(handle, () => ({
    showFile(path) {
      const index = rows.findIndex(
        (row) => row.type === 'file' && diff.files[row.file]?.path === path,
      );
      const element = scroller.current;
      const offset = virtual.getOffsetForIndex(index, 'start');
      if (index >= 0 && element !== null && offset !== undefined) {
        // Without the padding for a head above it: it is the head.
        virtual.scrollToOffset(offset[0] + (index === 0 ? 0 : HEIGHTS.file));
      }
    },
    showComment(commentId) {
      const index = rows.findIndex((row) => row.type === 'comment' && row.commentId === commentId);
      if (index >= 0) virtual.scrollToIndex(index, { align: 'center' });
    },
  }));

  useLayoutEffect(() => {
    const wanted = wantsFocus.current;
    if (wanted === null) return;
    const selector =
      wanted === 'line' ? '[data-standing="true"]' : `[data-comment-id="${wanted}"] textarea`;
    const element = scroller.current?.querySelector<HTMLElement>(selector);
    if (element === null || element === undefined) return;
    wantsFocus.current = null;
    element.focus({ preventScroll: true });
  });

  function stand(at: StandingLine) {
    wantsFocus.current = 'line';
    setStanding(at);
    const index = rows.findIndex(({ key }) => key === at.key);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
  }

  const comment = useCallback(
    (anchor: LineAnchor) =>
      changeReview(run.id, (draft) => {
        const next = withEditorAt(draft, anchor);
        const opened = next.comments.find(
          (each) => each.typed !== null && isSameLine(each, anchor),
        );
        wantsFocus.current = opened?.id ?? null;
        return next;
      }),
    [run.id],
  );
  const takeStand = useCallback((key: string, side: LineSide) => setStanding({ key, side }), []);

  function press(event: KeyboardEvent) {
    if (standsOn === null || !(event.target instanceof HTMLElement)) return;
    if (event.target.dataset.standing !== 'true') return;
    const next = nextLine(rows, standsOn, event.key);
    if (next === null) return;
    event.preventDefault();
    stand(next);
  }

  // The same from one frame to the next, so that scrolling renders only the lines that come into view.
  const lineRow = { diff, colours, anchorOf, comment, stand: takeStand };

  function show(row: DiffRow) {
    switch (row.type) {
      case 'file': {
        const file = diff.files[row.file];
        return file === undefined ? null : (
          <FileHeader file={file} isFolded={folded.has(file.path)} toggle={toggle} />
        );
      }
      case 'hunk':
        return <HunkHeader hunk={diff.files[row.file]?.hunks[row.hunk]} />;
      case 'note':
        return <p className="px-5 py-3 text-xs text-ink-3">{row.words}</p>;
      case 'line':
        return <SingleRow row={row} standsOn={sideStoodOn(row)} {...lineRow} />;
      case 'pair':
        return <PairRow row={row} standsOn={sideStoodOn(row)} {...lineRow} />;
      case 'comment': {
        const found = comments.find(({ id }) => id === row.commentId);
        return found === undefined ? null : (
          <CommentOnLine runId={run.id} comment={found} leave={() => focusLine(found)} />
        );
      }
      default:
        return assertNever(row);
    }
  }

  function sideStoodOn(row: DiffRow): LineSide | null {
    return standsOn !== null && rows[standsOn.row]?.key === row.key ? standsOn.side : null;
  }

  /** Back from a comment to the line that it is about. */
  function focusLine({ id }: DraftComment) {
    const index = rows.findIndex((row) => row.type === 'comment' && row.commentId === id);
    const line = rows.slice(0, index).findLast(({ type }) => type === 'line' || type === 'pair');
    if (line !== undefined) stand({ key: line.key, side: 'new' });
  }

  return (
    <section
      ref={scroller}
      aria-label="Changes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onKeyDown={press}
      className="diff readable min-h-0 min-w-0 flex-1 overflow-y-auto outline-offset-[-2px]"
    >
      {rows.length === 0 && (
        <p className="px-5 py-4 text-ink-3">There is no difference to the base.</p>
      )}
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          const isStuck = index === stuck.current && row?.type === 'file';
          return row === undefined ? null : (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-row={row.type}
              className={isStuck ? 'sticky top-0 z-2 w-full' : 'absolute top-0 inset-s-0 w-full'}
              style={isStuck ? {} : { transform: `translateY(${start}px)` }}
            >
              {show(row)}
            </div>
          );
        })}
      </div>
    </section>
  );
}

const HEIGHTS = { file: 36, hunk: 28, note: 40, line: 20, pair: 20, comment: 96 } as const;

function usualHeight(row: DiffRow | undefined): number {
  return row === undefined ? HEIGHTS.line : HEIGHTS[row.type];
}

function indicesOf(rows: readonly DiffRow[], type: DiffRow['type']): readonly number[] {
  return rows.flatMap((row, index) => (row.type === type ? [index] : []));
}

/** The line that takes the focus when the keyboard comes into the list; the first unless it stood on another. */
function whereItStands(
  rows: readonly DiffRow[],
  standing: StandingLine | null,
): { row: number; side: LineSide } | null {
  const known = standing === null ? -1 : rows.findIndex(({ key }) => key === standing.key);
  if (known >= 0) return { row: known, side: standing?.side ?? 'new' };
  const first = rows.findIndex(({ type }) => type === 'line' || type === 'pair');
  return first < 0 ? null : { row: first, side: 'new' };
}
