import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { ProblemWords } from '../../../components/problem-words.tsx';
import { useTranscriptSearch } from '../../../state/transcript-search.ts';
import type { Match } from './search/find-matches.ts';
import { useMarks } from './search/use-marks.ts';
import { useSearch } from './search/use-search.ts';
import { TranscriptBar } from './transcript-bar.tsx';
import { TranscriptEntryRow } from './transcript-entry-row.tsx';
import { useFollow } from './use-follow.ts';
import { useTranscript } from './use-transcript.ts';

const USUAL_ROW_HEIGHT = 36;

/** What the session said and did. Follows what comes in until the reader scrolls up. */
export function Transcript({ sessionId, revision }: { sessionId: string; revision: number }) {
  const { entries, isRead, problem } = useTranscript(sessionId, revision);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_ROW_HEIGHT,
    getItemKey: (index) => entries[index]?.offset ?? index,
    overscan: 8,
  });
  const { isFollowing, follow, stay, onScroll } = useFollow(scroller, rows.getTotalSize());
  const isSearching = useTranscriptSearch((search) => search.isOpen);
  const search = useSearch(entries, isSearching);
  const { current, steps } = search;
  useMarks(scroller, search);

  // Each match is gone to once, when it becomes the current one: after that a person may scroll as they like.
  const show = useRef<(match: Match) => void>(() => {});
  useEffect(() => {
    show.current = ({ entry }) => {
      stay();
      setUnfolded((known) => new Set([...known, entry]));
      const index = entries.findIndex(({ offset }) => offset === entry);
      rows.scrollToIndex(index, { align: 'center' });
    };
  });
  // A step to the only match there is leads to it again.
  useEffect(() => {
    if (current !== null) show.current(current);
  }, [current, steps]);

  function toggle(offset: number) {
    stay();
    setUnfolded((known) => {
      const next = new Set(known);
      if (!next.delete(offset)) next.add(offset);
      return next;
    });
  }

  return (
    <>
      <TranscriptBar entries={entries} isRead={isRead} search={isSearching ? search : null} />
      <div className="relative min-h-0 flex-1">
        <div
          ref={scroller}
          onScroll={onScroll}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          role="log"
          aria-label="Transcript"
          aria-live="off"
          className="readable h-full scroll-pb-14 overflow-x-hidden overflow-y-auto py-2 outline-offset-[-2px] [overflow-anchor:none]"
        >
          {isRead && entries.length === 0 && problem === null && (
            <p className="px-5 py-1 text-ink-3">Nothing yet.</p>
          )}
          <div className="relative w-full" style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map((row) => {
              const shown = entries[row.index];
              return shown === undefined ? null : (
                <div
                  key={row.key}
                  ref={rows.measureElement}
                  data-index={row.index}
                  data-offset={shown.offset}
                  className="transcript-row absolute top-0 inset-s-0 w-full px-5 py-1"
                  style={{ transform: `translateY(${row.start}px)` }}
                >
                  <TranscriptEntryRow
                    entry={shown.entry}
                    isUnfolded={unfolded.has(shown.offset)}
                    toggle={() => toggle(shown.offset)}
                    reveal={current?.entry === shown.offset ? current : null}
                  />
                </div>
              );
            })}
          </div>
          {problem !== null && (
            <div className="px-5 py-2">
              <ProblemWords problem={problem} />
            </div>
          )}
        </div>
        {!isFollowing && (
          <Button
            size="small"
            className="absolute inset-e-5 bottom-3 shadow-raised"
            onClick={follow}
          >
            <Icon name="down" className="size-3.5" />
            Jump to newest
          </Button>
        )}
      </div>
    </>
  );
}
