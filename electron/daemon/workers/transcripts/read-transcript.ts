import { open } from 'node:fs/promises';
import { type TranscriptPage, transcriptEntrySchema } from '../../../../shared/transcripts.ts';
import { transcriptFile } from './transcript-file.ts';

/** A page stays small enough to cross into a window without a pause. */
const PAGE_BYTES = 512 * 1024;

/**
 * Reads entries from an offset on. A line that a crash tore at the end is left out until it is whole; a line that
 * cannot be understood keeps its offset and is left out. A session without a transcript has an empty one.
 */
export async function readTranscript(
  home: string,
  sessionId: string,
  from: number,
  limit: number,
): Promise<TranscriptPage> {
  const entries: TranscriptPage['entries'] = [];
  let next = 0;
  let bytes = 0;
  let rest = '';
  const handle = await open(transcriptFile(home, sessionId), 'r').catch(ignoreMissing);
  if (handle === null) return { entries, next: from, complete: true };
  try {
    for await (const chunk of handle.createReadStream({ encoding: 'utf8', autoClose: false })) {
      const lines = `${rest}${String(chunk)}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const offset = next;
        if (offset < from) {
          next += 1;
          continue;
        }
        if (entries.length >= limit || bytes >= PAGE_BYTES)
          return { entries, next, complete: false };
        next += 1;
        bytes += line.length;
        const entry = parsed(line);
        if (entry !== null) entries.push({ offset, entry });
      }
    }
  } finally {
    await handle.close();
  }
  return { entries, next: Math.max(next, from), complete: true };
}

function parsed(line: string) {
  try {
    return transcriptEntrySchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
