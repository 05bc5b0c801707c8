import type { TranscriptEntry, TranscriptPage } from '../../../../../shared/transcripts.ts';

export interface ShownEntry {
  /** Where it first stood; what a reader knows it by. */
  readonly offset: number;
  readonly entry: TranscriptEntry;
}

/**
 * Adds a page. A tool call that was shown before is brought up to date where it stands. Of plans only the newest is
 * shown, where it was last changed: each one is the whole plan.
 */
export function withPage(
  shown: readonly ShownEntry[],
  page: TranscriptPage,
): readonly ShownEntry[] {
  const next = new Map(shown.map((each) => [nameOf(each), each]));
  for (const added of page.entries) {
    const name = nameOf(added);
    const known = next.get(name);
    if (added.entry.type === 'plan') next.delete(name);
    next.set(name, {
      offset: added.entry.type === 'tool' && known !== undefined ? known.offset : added.offset,
      entry: added.entry,
    });
  }
  return [...next.values()];
}

/** By what a later entry replaces an earlier one; entries that stand for themselves go by their offset. */
function nameOf({ offset, entry }: ShownEntry): string | number {
  if (entry.type === 'tool') return `tool ${entry.toolCallId}`;
  return entry.type === 'plan' ? 'plan' : offset;
}
