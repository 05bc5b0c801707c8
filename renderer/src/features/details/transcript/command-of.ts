import type { TranscriptEntry } from '../../../../../shared/transcripts.ts';

type ToolEntry = Extract<TranscriptEntry, { type: 'tool' }>;

/** Whether a call ran something that its title does not say word for word. */
export function saysMoreThanTitle(
  call: ToolEntry,
): call is ToolEntry & { readonly command: string } {
  if (call.command === null) return false;
  return call.title.replaceAll('`', '').trim() !== call.command.trim();
}
