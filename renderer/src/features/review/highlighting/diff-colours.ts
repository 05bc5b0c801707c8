import type { DiffHunk, DiffLine, ReviewDiff } from '../../../../../shared/review.ts';
import type { LinePosition } from '../diff-rows.ts';
import { languageOf } from './language-of.ts';
import type { Token } from './tokens.ts';

/** How much is coloured at once: a few milliseconds of work. */
const BLOCK_LINES = 100;
/** Read before a block but not shown, so that what began above it is known. */
const LEAD_IN_LINES = 50;
/** Generated and packed files: colours would cost much and say nothing. */
const LONGEST_LINE = 2_000;

type Tokens = readonly Token[];
/** By index of the line in its hunk. */
type Block = ReadonlyMap<number, Tokens>;

export interface DiffColoursOptions {
  /** Brings the part that knows the languages; it is large and not needed before the first diff. */
  readonly load: () => Promise<Highlighter>;
  /** Runs work when there is nothing better to do. */
  readonly whenIdle: (work: () => void) => void;
}

export interface Highlighter {
  knowsLanguage(language: string): boolean;
  highlight(language: string, text: string): readonly Tokens[];
}

/** Colours the lines of a diff block by block as they come into view, one block per idle moment. */
export class DiffColours {
  readonly #diff: ReviewDiff;
  readonly #options: DiffColoursOptions;
  /** Null while it waits its turn. */
  readonly #blocks = new Map<string, Block | null>();
  readonly #listeners = new Set<() => void>();
  #waiting: { readonly name: string; readonly at: LinePosition }[] = [];
  #isAtWork = false;

  constructor(diff: ReviewDiff, options: DiffColoursOptions) {
    this.#diff = diff;
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Null while it has no colours yet, or never will; then it is shown plain. */
  tokensOf(at: LinePosition): Tokens | null {
    return this.#blocks.get(nameOf(at))?.get(at.line) ?? null;
  }

  /** Asks for colours around a line that is in view. What was asked for last is coloured first. */
  want(at: LinePosition): void {
    const name = nameOf(at);
    if (this.#blocks.has(name)) return;
    this.#blocks.set(name, null);
    this.#waiting.push({ name, at });
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    const highlighter = await this.#options.load();
    const step = () => {
      const next = this.#waiting.pop();
      if (next === undefined) {
        this.#isAtWork = false;
        return;
      }
      this.#blocks.set(next.name, this.#colour(highlighter, next.at));
      for (const listener of this.#listeners) listener();
      this.#options.whenIdle(step);
    };
    this.#options.whenIdle(step);
  }

  #colour(highlighter: Highlighter, at: LinePosition): Block {
    const file = this.#diff.files[at.file];
    const hunk = file?.hunks[at.hunk];
    const language = file === undefined ? null : languageOf(file.path);
    if (hunk === undefined || language === null || !highlighter.knowsLanguage(language)) {
      return new Map();
    }
    const start = firstOfBlock(at.line);
    const block = new Map<number, Tokens>();
    for (const side of ['deleted', 'added'] as const) {
      const lines = linesOfSide(hunk, side, start);
      if (lines.some(({ line }) => line.text.length > LONGEST_LINE)) continue;
      const coloured = highlighter.highlight(
        language,
        lines.map(({ line }) => line.text).join('\n'),
      );
      lines.forEach(({ index, line }, position) => {
        const isShown = index >= start && (line.kind === side || side === 'added');
        if (isShown) block.set(index, coloured[position] ?? []);
      });
    }
    return block;
  }
}

function firstOfBlock(line: number): number {
  return line - (line % BLOCK_LINES);
}

function nameOf({ file, hunk, line }: LinePosition): string {
  return `${file} ${hunk} ${firstOfBlock(line)}`;
}

/** The old or the new file as far as the block shows it: its own lines, and those that did not change. */
function linesOfSide(hunk: DiffHunk, side: 'deleted' | 'added', start: number) {
  const lines: { readonly index: number; readonly line: DiffLine }[] = [];
  const from = Math.max(0, start - LEAD_IN_LINES);
  for (let index = from; index < Math.min(hunk.lines.length, start + BLOCK_LINES); index += 1) {
    const line = hunk.lines[index];
    if (line !== undefined && (line.kind === side || line.kind === 'context')) {
      lines.push({ index, line });
    }
  }
  return lines;
}
