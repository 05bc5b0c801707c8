import { useEffect, useRef } from 'react';
import { IconButton } from '../../../../components/icon-button.tsx';
import { closeTranscriptSearch, useTranscriptSearch } from '../../../../state/transcript-search.ts';
import { MOST_MATCHES } from './find-matches.ts';
import type { Search } from './use-search.ts';

interface SearchBarProps {
  readonly search: Search;
  /** While more of the transcript is still coming in, the count is not the last word. */
  readonly isRead: boolean;
}

/** Enter goes on, with Shift back. Escape closes it, here as everywhere. */
export function SearchBar({ search, isRead }: SearchBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const asked = useTranscriptSearch((state) => state.asked);
  // Each time that it is asked for anew.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  return (
    <search className="flex min-w-0 flex-1 items-center gap-1">
      <input
        ref={field}
        type="text"
        aria-label="Search the transcript"
        placeholder="Search the transcript"
        spellCheck={false}
        autoComplete="off"
        value={search.words}
        onChange={(event) => search.setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          search.step(event.shiftKey ? -1 : 1);
        }}
        className="field h-7 min-w-0 flex-1 text-xs"
      />
      <span role="status" className="px-1 text-2xs whitespace-nowrap text-ink-3">
        {countWords(search, isRead)}
      </span>
      <IconButton
        icon="down"
        label="Previous match"
        className="[&>svg]:rotate-180"
        onClick={() => search.step(-1)}
      />
      <IconButton icon="down" label="Next match" onClick={() => search.step(1)} />
      <IconButton icon="close" label="Close search" onClick={closeTranscriptSearch} />
    </search>
  );
}

function countWords({ pattern, count, index }: Search, isRead: boolean): string {
  if (pattern === null) return '';
  const sofar = isRead ? '' : ' so far';
  if (count === 0) return `None${sofar}`;
  const all = count === MOST_MATCHES ? `${count.toLocaleString()} or more` : count.toLocaleString();
  return `${(index + 1).toLocaleString()} of ${all}${sofar}`;
}
