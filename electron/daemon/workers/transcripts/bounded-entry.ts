import type { TranscriptEntry } from '../../../../shared/transcripts.ts';
import { mapTexts } from '../map-texts.ts';
import type { Redactor } from '../redaction.ts';

const LONGEST_STRING = 64 * 1024;
/** All strings of one entry together: a diff of many files is cut rather than filling the transcript. */
const LARGEST_ENTRY = 256 * 1024;
/** A secret that begins within the kept part is looked at whole. */
const BEYOND_CUT = 4 * 1024;
const MOST_ITEMS = 500;

/** The entry as it is kept: free of secrets, and no larger than a reader can use. */
export function boundedEntry(entry: TranscriptEntry, redactor: Redactor): TranscriptEntry {
  let left = LARGEST_ENTRY;
  return mapTexts(withFewItems(entry), (text) => {
    const clean = redactor.text(text.slice(0, LONGEST_STRING + BEYOND_CUT));
    const room = Math.min(LONGEST_STRING, left);
    const kept = clean.length > room ? `${clean.slice(0, room)}…` : clean;
    left = Math.max(0, left - kept.length);
    return kept;
  });
}

function withFewItems(entry: TranscriptEntry): TranscriptEntry {
  switch (entry.type) {
    case 'tool':
      return {
        ...entry,
        diffs: entry.diffs.slice(0, MOST_ITEMS),
        locations: entry.locations.slice(0, MOST_ITEMS),
      };
    case 'plan':
      return { ...entry, entries: entry.entries.slice(0, MOST_ITEMS) };
    default:
      return entry;
  }
}
