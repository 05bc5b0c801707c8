import type { WorkerEvent } from './worker-handle.ts';

type WithoutOffset<Event> = Event extends unknown ? Omit<Event, 'offset' | 'at'> : never;
export type NewWorkerEvent = WithoutOffset<WorkerEvent>;

/** Events that a reader may still ask for. Older transcript events are in the file. */
const KEPT_EVENTS = 500;

/** Numbers the events of one worker, keeps the latest, and hands them to whoever listens. */
export class WorkerEvents {
  readonly #now: () => number;
  readonly #kept: WorkerEvent[] = [];
  readonly #listeners = new Set<(event: WorkerEvent) => void>();
  #next = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  emit(event: NewWorkerEvent): void {
    const numbered: WorkerEvent = { ...event, offset: this.#next, at: this.#now() };
    this.#next += 1;
    this.#kept.push(numbered);
    if (this.#kept.length > KEPT_EVENTS) {
      const oldestTranscript = this.#kept.findIndex((kept) => kept.type === 'transcript');
      this.#kept.splice(Math.max(oldestTranscript, 0), 1);
    }
    // Whoever subscribes from within a listener has this event from what is kept.
    for (const listener of [...this.#listeners]) listener(numbered);
  }

  subscribe(fromOffset: number, listener: (event: WorkerEvent) => void): () => void {
    for (const event of [...this.#kept]) {
      if (event.offset >= fromOffset) listener(event);
    }
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
