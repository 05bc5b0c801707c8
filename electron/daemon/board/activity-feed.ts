import type { Activity } from '../../../shared/board.ts';
import type { TranscriptEntry } from '../../../shared/transcripts.ts';
import type { WorkerHandle } from '../workers/worker-handle.ts';

/** Readable, and no more than a window can use. */
const PUBLISH_EVERY_MS = 150;
const LINE_LENGTH = 160;

/** The last thing that each live session did. Kept in memory: it is news, not record. */
export class ActivityFeed {
  readonly #latest = new Map<string, Activity>();
  readonly #changed = new Set<string>();
  readonly #publish: (activities: Activity[]) => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(publish: (activities: Activity[]) => void) {
    this.#publish = publish;
  }

  watch(handle: WorkerHandle): void {
    handle.subscribe(0, (event) => {
      if (event.type === 'exited') {
        this.#flush();
        this.#latest.delete(handle.sessionId);
        return;
      }
      if (event.type !== 'transcript') return;
      this.#latest.set(handle.sessionId, {
        sessionId: handle.sessionId,
        line: lineOf(event.entry) ?? this.#latest.get(handle.sessionId)?.line ?? '',
        at: event.at,
        transcriptNext: event.entryOffset + 1,
      });
      this.#changed.add(handle.sessionId);
      this.#timer ??= setTimeout(() => this.#flush(), PUBLISH_EVERY_MS);
    });
  }

  latest(): Activity[] {
    return [...this.#latest.values()];
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const activities = [...this.#changed].flatMap((id) => this.#latest.get(id) ?? []);
    this.#changed.clear();
    if (activities.length > 0) this.#publish(activities);
  }
}

/** One line about an entry; null for entries that say nothing new on a card. */
function lineOf(entry: TranscriptEntry): string | null {
  switch (entry.type) {
    case 'message':
    case 'thought':
    case 'output':
      return lastLine(entry.text);
    case 'tool':
      return lastLine(entry.title);
    case 'plan': {
      const step = entry.entries.find((step) => step.status === 'in_progress');
      return step === undefined ? null : lastLine(step.content);
    }
    case 'question':
    case 'note':
      return lastLine(entry.type === 'note' ? entry.text : entry.title);
    case 'prompt':
    case 'usage':
    case 'answer':
    case 'ended':
      return null;
  }
}

function lastLine(text: string): string | null {
  const line = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  if (line === '') return null;
  return line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH - 1)}…` : line;
}
