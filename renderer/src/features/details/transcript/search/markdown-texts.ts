type ReadBlock = (block: string) => string;

export interface MarkdownTextsOptions {
  readonly load: () => Promise<{ readonly markdownText: ReadBlock }>;
  /** Calls back when there is time, with a way to ask how much is left of it. */
  readonly whenIdle: (work: (deadline: Pick<IdleDeadline, 'timeRemaining'>) => void) => void;
}

/**
 * What blocks of markdown read as. Until a block was read it is taken as it was written; reading happens when there is
 * time, so that a search of a long transcript answers at once and gets better.
 */
export class MarkdownTexts {
  readonly #options: MarkdownTextsOptions;
  readonly #texts = new Map<string, string>();
  readonly #wanted = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #isAtWork = false;
  #version = 0;

  constructor(options: MarkdownTextsOptions) {
    this.#options = options;
  }

  /** Changes whenever `read` would answer otherwise. */
  readonly version = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (block: string): string => {
    const text = this.#texts.get(block);
    if (text !== undefined) return text;
    this.#wanted.add(block);
    if (!this.#isAtWork) void this.#work();
    return block;
  };

  async #work(): Promise<void> {
    this.#isAtWork = true;
    try {
      const { markdownText } = await this.#options.load();
      while (this.#wanted.size > 0) {
        await new Promise<void>((done) => {
          this.#options.whenIdle((deadline) => {
            this.#readSome(markdownText, deadline);
            done();
          });
        });
      }
    } catch {
      // Without the reader what was written is what is searched.
    } finally {
      this.#isAtWork = false;
    }
  }

  #readSome(markdownText: ReadBlock, deadline: Pick<IdleDeadline, 'timeRemaining'>): void {
    let isChanged = false;
    for (const block of this.#wanted) {
      this.#wanted.delete(block);
      const text = markdownText(block);
      this.#texts.set(block, text);
      isChanged ||= text !== block;
      if (deadline.timeRemaining() <= 0) break;
    }
    if (!isChanged) return;
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
