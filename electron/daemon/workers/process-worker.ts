import type { Redactor } from './redaction.ts';
import type { TranscriptWriter } from './transcripts/transcript-writer.ts';
import type { WorkerEvents } from './worker-events.ts';
import type { ProcessIdentity, WorkerEvent, WorkerHandle } from './worker-handle.ts';
import type { WorkerProcess } from './worker-process.ts';

/** What every worker is made of, whatever it speaks. */
export interface ProcessWorkerParts {
  readonly sessionId: string;
  readonly process: WorkerProcess;
  readonly transcript: TranscriptWriter;
  readonly events: WorkerEvents;
  readonly redactor: Redactor;
  readonly now: () => number;
}

/** The part of a worker that is the same for all: its process group, its transcript, its events. */
export abstract class ProcessWorker {
  readonly sessionId: string;
  readonly process: ProcessIdentity;
  readonly #parts: ProcessWorkerParts;

  constructor(parts: ProcessWorkerParts) {
    this.#parts = parts;
    this.sessionId = parts.sessionId;
    this.process = parts.process.identity;
  }

  isAlive(): boolean {
    return this.#parts.process.isAlive();
  }

  note(text: string): void {
    this.#parts.transcript.append({ type: 'note', at: this.#parts.now(), text });
  }

  signal(signal: 'stop' | 'continue'): ReturnType<WorkerHandle['signal']> {
    const wasStopped = this.#parts.process.stopped;
    const sent = this.#parts.process.signal(signal);
    if (sent === 'signalled' && wasStopped !== (signal === 'stop')) {
      this.note(signal === 'stop' ? 'Held: its processes are stopped.' : 'Resumed.');
    }
    return sent;
  }

  subscribe(fromOffset: number, listener: (event: WorkerEvent) => void): () => void {
    return this.#parts.events.subscribe(fromOffset, listener);
  }
}
