import type { TranscriptEntry, TranscriptPage } from '../../../../../shared/transcripts.ts';

export interface ShownEntry {
  /** Where it first stood; what a reader knows it by. */
  readonly offset: number;
  /** Where the last piece of it stood. */
  readonly end: number;
  readonly entry: TranscriptEntry;
}

/** Output is drawn in pieces of at most this many characters; a message is one, however long. */
const LONGEST_OUTPUT = 16 * 1024;

/**
 * Adds a page. Pieces of one message, which are kept as they came, are put together again. A tool call that was shown
 * before is brought up to date where it stands. Of plans only the newest is shown, where it was last changed: each one
 * is the whole plan.
 */
export function withPage(
  shown: readonly ShownEntry[],
  page: TranscriptPage,
): readonly ShownEntry[] {
  const next = new Map(shown.map((each) => [nameOf(each), each]));
  let last = shown.at(-1);
  for (const { offset, entry } of page.entries) {
    const longer = last?.end === offset - 1 ? putTogether(last.entry, entry) : null;
    const added =
      last !== undefined && longer !== null
        ? { offset: last.offset, end: offset, entry: longer }
        : { offset, end: offset, entry };
    const name = nameOf(added);
    const known = next.get(name);
    if (entry.type === 'plan') next.delete(name);
    if (entry.type === 'tool' && known !== undefined) {
      next.set(name, { ...added, offset: known.offset });
    } else {
      next.set(name, added);
      last = added;
    }
  }
  return [...next.values()];
}

/** Null for what is not the same thing going on. */
function putTogether(before: TranscriptEntry, more: TranscriptEntry): TranscriptEntry | null {
  if (before.type === 'message' || before.type === 'thought') {
    return more.type === before.type ? { ...before, text: before.text + more.text } : null;
  }
  if (before.type !== 'output' || more.type !== 'output') return null;
  const fits = before.text.length + more.text.length <= LONGEST_OUTPUT;
  return fits && before.stream === more.stream
    ? { ...before, text: before.text + more.text }
    : null;
}

/** By what a later entry replaces an earlier one; entries that stand for themselves go by their offset. */
function nameOf({ offset, entry }: Pick<ShownEntry, 'offset' | 'entry'>): string | number {
  if (entry.type === 'tool') return `tool ${entry.toolCallId}`;
  return entry.type === 'plan' ? 'plan' : offset;
}
