import { CopyIconButton } from '../../../components/copy-button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { useShownKey } from '../../../state/keys/key-settings.ts';
import { openTranscriptSearch } from '../../../state/transcript-search.ts';
import { transcriptAsText } from './copy/entry-as-text.ts';
import { SearchBar } from './search/search-bar.tsx';
import type { Search } from './search/use-search.ts';
import type { ShownEntry } from './shown-entries.ts';

interface TranscriptBarProps {
  readonly entries: readonly ShownEntry[];
  readonly isRead: boolean;
  /** Null while it is closed. */
  readonly search: Search | null;
}

/** What can be done with a transcript as a whole. */
export function TranscriptBar({ entries, isRead, search }: TranscriptBarProps) {
  const key = useShownKey('find');
  return (
    <div className="flex h-9 shrink-0 items-center gap-1 border-b border-line pe-3 ps-5">
      {search === null ? (
        <>
          <p className="min-w-0 flex-1 truncate text-2xs text-ink-3">{countOf(entries.length)}</p>
          <CopyIconButton what="transcript" text={() => transcriptAsText(entries)} />
          <IconButton
            icon="search"
            label={key === null ? 'Search the transcript' : `Search the transcript (${key.words})`}
            aria-keyshortcuts={key?.aria}
            onClick={openTranscriptSearch}
          />
        </>
      ) : (
        <SearchBar search={search} isRead={isRead} />
      )}
    </div>
  );
}

function countOf(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries.toLocaleString()} entries`;
}
