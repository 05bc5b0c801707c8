import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';

/** A disk that answers sooner is asked on this thread: the way to another one and back takes as long as its answer. */
const QUICK_MS = 1;
/** One slow answer may be a checkpoint, or somebody else's. */
const SLOW_ANSWERS = 2;
/** How long what nobody waits for may stay unasked: long enough for most of it to share a question with others. */
const SOON_MS = 20;

interface Question {
  readonly answered: Promise<void>;
  readonly end: () => void;
}

/**
 * Asks the disk to keep what was committed to the write-ahead log. A question is put at the end of a turn of the event
 * loop, so that what follows from a commit starts before it; to a slow disk on a thread of the runtime's pool, so that
 * nobody waits but those who wait for its answer. One question at a time: whoever asks during one shares the next, which
 * covers everything that was committed before it was put.
 */
export class LogSync {
  readonly #log: string;
  readonly #refused: (cause: unknown) => void;
  #descriptor: number | null = null;
  /** The disk is thinking about it. */
  #put: Question | null = null;
  /** To be put as soon as possible. */
  #next: Question | null = null;
  #soon: NodeJS.Timeout | null = null;
  /** In a row. Not known at first, which is taken for slow. */
  #slowAnswers = SLOW_ANSWERS;
  #closed = false;

  /**
   * @param log Path of the write-ahead log, which is there as long as the database is open.
   * @param refused Called with what the disk said instead of taking it, before those who asked go on.
   */
  constructor(log: string, refused: (cause: unknown) => void) {
    this.#log = log;
    this.#refused = refused;
  }

  /** Whether it answers so soon that asking it here keeps nobody. */
  get isQuick(): boolean {
    return this.#slowAnswers < SLOW_ANSWERS;
  }

  /** It was asked by SQLite itself, and took so long to answer. */
  answeredIn(ms: number): void {
    this.#slowAnswers = ms < QUICK_MS ? 0 : this.#slowAnswers + 1;
  }

  /** Resolves when the disk has answered for what was committed before this call, after `refused` if it did not take it. */
  sync(): Promise<void> {
    if (this.#next === null) {
      this.#next = newQuestion();
      if (this.#put === null) this.#putNext();
    }
    return this.#next.answered;
  }

  /** The disk is asked in a moment, unless somebody asks before; nobody waits for the answer. */
  syncSoon(): void {
    this.#soon ??= setTimeout(() => void this.sync(), SOON_MS).unref();
  }

  /** The answer that is still to come for what was committed before; null when there is none to wait for. */
  pending(): Promise<void> | null {
    if (this.#soon !== null) return this.sync();
    return (this.#next ?? this.#put)?.answered ?? null;
  }

  /** Asks once more if anything is unanswered, waits for the answer here, and asks no more. */
  close(): void {
    if (this.#closed) return;
    const isOpen = this.pending() !== null;
    this.#closed = true;
    if (isOpen) this.#askHere(this.#take());
    // A number that is in use by a question of the pool must not be given to another file meanwhile.
    if (this.#put === null) this.#release();
  }

  #putNext(): void {
    setImmediate(() => {
      if (this.#closed) return;
      const question = this.#take();
      if (question === null) return;
      if (this.isQuick) this.#askHere(question);
      else this.#askOnThread(question);
    });
  }

  #take(): Question | null {
    if (this.#soon !== null) clearTimeout(this.#soon);
    this.#soon = null;
    const next = this.#next;
    this.#next = null;
    return next;
  }

  #askHere(question: Question | null): void {
    const startedAt = performance.now();
    try {
      fdatasyncSync(this.#opened());
      this.answeredIn(performance.now() - startedAt);
    } catch (error) {
      this.#refused(error);
    }
    question?.end();
  }

  #askOnThread(question: Question): void {
    this.#put = question;
    const startedAt = performance.now();
    const answered = (error: unknown) => {
      this.#put = null;
      if (error === null) this.answeredIn(performance.now() - startedAt);
      if (this.#closed) this.#release();
      else if (error !== null) this.#refused(error);
      question.end();
      if (this.#next !== null) this.#putNext();
    };
    try {
      fdatasync(this.#opened(), answered);
    } catch (error) {
      answered(error);
    }
  }

  #opened(): number {
    // For writing: not every system syncs what is open for reading only.
    this.#descriptor ??= openSync(this.#log, 'r+');
    return this.#descriptor;
  }

  #release(): void {
    if (this.#descriptor === null) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

function newQuestion(): Question {
  let end = () => {};
  const answered = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { answered, end };
}
