import { type FileHandle, open } from 'node:fs/promises';
import { type TranscriptPage, transcriptEntrySchema } from '../../../../shared/transcripts.ts';
import { isSessionId, transcriptFile } from './transcript-file.ts';

/** A page stays small enough to cross into a window without a pause. */
const PAGE_BYTES = 512 * 1024;
const READ_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

interface Place {
  readonly offset: number;
  readonly byte: number;
}

const BEGINNING: Place = { offset: 0, byte: 0 };
const REMEMBERED_FILES = 100;
/** Where the last page of a file ended. A reader who goes on from there need not begin at the beginning. */
const ends = new Map<string, Place>();

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
  const nothing: TranscriptPage = { entries: [], next: from, complete: true };
  if (!isSessionId(sessionId)) return nothing;
  const file = transcriptFile(home, sessionId);
  const handle = await open(file, 'r').catch(ignoreMissing);
  if (handle === null) return nothing;
  try {
    const remembered = ends.get(file) ?? BEGINNING;
    const start = remembered.offset <= from ? remembered : BEGINNING;
    const { page, end } = await readPage(handle, start, from, limit);
    remember(file, end);
    return page;
  } finally {
    await handle.close();
  }
}

async function readPage(
  handle: FileHandle,
  start: Place,
  from: number,
  limit: number,
): Promise<{ readonly page: TranscriptPage; readonly end: Place }> {
  const entries: TranscriptPage['entries'] = [];
  let place = start;
  let bytes = 0;
  for await (const line of linesFrom(handle, start.byte)) {
    if (entries.length >= limit || bytes >= PAGE_BYTES) {
      return { page: { entries, next: place.offset, complete: false }, end: place };
    }
    if (place.offset >= from) {
      bytes += line.byteLength;
      const entry = parsed(line);
      if (entry !== null) entries.push({ offset: place.offset, entry });
    }
    place = { offset: place.offset + 1, byte: place.byte + line.byteLength + 1 };
  }
  return { page: { entries, next: Math.max(place.offset, from), complete: true }, end: place };
}

/** Whole lines without their ends; what follows the last end is not one. */
async function* linesFrom(handle: FileHandle, byte: number): AsyncGenerator<Buffer> {
  let position = byte;
  let rest: Buffer[] = [];
  for (;;) {
    const { bytesRead, buffer } = await handle.read(
      Buffer.allocUnsafe(READ_BYTES),
      0,
      READ_BYTES,
      position,
    );
    if (bytesRead === 0) return;
    position += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
  }
}

function remember(file: string, end: Place): void {
  ends.delete(file);
  ends.set(file, end);
  const [oldest] = ends.keys();
  if (ends.size > REMEMBERED_FILES && oldest !== undefined) ends.delete(oldest);
}

function parsed(line: Buffer) {
  try {
    return transcriptEntrySchema.safeParse(JSON.parse(line.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
