import type { DiffFile, DiffHunk, DiffLine } from '../../../../shared/review.ts';
import type { DiffLimits } from './diff-limits.ts';
import type { ListedFile } from './parse-file-list.ts';

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;

/**
 * Takes the patches of a diff line by line, in the order of its list of files. Inside a hunk lines are counted, so that
 * no line of a file can pass for a header.
 */
export class PatchParser {
  readonly #limits: DiffLimits;
  readonly #files: { readonly file: DiffFile; readonly patches: number }[];
  #at = -1;
  #patchesSeen = 0;
  #patchesOfFile = 0;
  #current: DiffFile | null = null;
  #hunk: DiffHunk | null = null;
  #oldLeft = 0;
  #newLeft = 0;
  #linesTaken = 0;

  constructor(listed: readonly ListedFile[], limits: DiffLimits) {
    this.#limits = limits;
    this.#files = listed.map(({ file, patches }) => {
      const isTooLarge = file.additions + file.deletions > limits.linesPerFile;
      return {
        file: { ...file, hunks: [], leftOut: isTooLarge ? 'file_too_large' : null },
        patches,
      };
    });
  }

  get files(): DiffFile[] {
    return this.#files.map(({ file }) => file);
  }

  /** Says whether it wants more. */
  line(bytes: Buffer, leftOutBytes: number): boolean {
    if (this.#oldLeft > 0 || this.#newLeft > 0) {
      this.#takeLine(bytes, leftOutBytes);
      return true;
    }
    const text = bytes.toString('utf8');
    if (text.startsWith('diff --git ')) return this.#nextPatch();
    if (text.startsWith('@@ ')) this.#nextHunk(text);
    else if (text.startsWith('\\')) this.#markLast();
    return true;
  }

  /** No more comes although there is more: what has no hunks yet is left out. */
  cut(): void {
    for (const [index, { file }] of this.#files.entries()) {
      if (index < this.#at || file.leftOut !== null) continue;
      // Half a file would look like a whole one.
      if (index > this.#at || this.#oldLeft > 0 || this.#newLeft > 0)
        leaveOut(file, 'diff_too_large');
    }
  }

  #nextPatch(): boolean {
    if (this.#patchesSeen >= this.#patchesOfFile) {
      this.#at += 1;
      this.#patchesSeen = 0;
      this.#patchesOfFile = this.#files[this.#at]?.patches ?? 0;
    }
    this.#patchesSeen += 1;
    const entry = this.#files[this.#at];
    if (entry === undefined) return false;
    this.#current = entry.file;
    const { additions, deletions, leftOut } = entry.file;
    const isFull = this.#linesTaken + additions + deletions > this.#limits.lines;
    if (isFull && leftOut === null) leaveOut(entry.file, 'diff_too_large');
    return true;
  }

  #nextHunk(header: string): void {
    const [, oldStart, oldLines = '1', newStart, newLines = '1', section = ''] =
      HUNK.exec(header) ?? [];
    this.#oldLeft = Number(oldLines);
    this.#newLeft = Number(newLines);
    this.#hunk = {
      oldStart: Number(oldStart),
      oldLines: this.#oldLeft,
      newStart: Number(newStart),
      newLines: this.#newLeft,
      section,
      lines: [],
    };
    if (this.#current?.leftOut === null) this.#current.hunks.push(this.#hunk);
  }

  #takeLine(bytes: Buffer, leftOutBytes: number): void {
    const sign = bytes[0];
    const hunk = this.#hunk;
    if (sign === BACKSLASH) this.#markLast();
    if (sign === BACKSLASH || hunk === null) return;
    const oldLine = sign === PLUS ? null : hunk.oldStart + hunk.oldLines - this.#oldLeft;
    const newLine = sign === MINUS ? null : hunk.newStart + hunk.newLines - this.#newLeft;
    if (oldLine !== null) this.#oldLeft -= 1;
    if (newLine !== null) this.#newLeft -= 1;
    if (this.#current?.leftOut !== null) return;
    this.#linesTaken += 1;
    hunk.lines.push({
      kind: kindOf(oldLine, newLine),
      oldLine,
      newLine,
      text: bytes.toString('utf8', 1),
      leftOutBytes,
      endsWithoutNewline: false,
    });
  }

  #markLast(): void {
    const last = this.#hunk?.lines.at(-1);
    if (last !== undefined) last.endsWithoutNewline = true;
  }
}

const PLUS = 0x2b;
const MINUS = 0x2d;
const BACKSLASH = 0x5c;

function kindOf(oldLine: number | null, newLine: number | null): DiffLine['kind'] {
  if (oldLine === null) return 'added';
  return newLine === null ? 'deleted' : 'context';
}

function leaveOut(file: DiffFile, why: DiffFile['leftOut']): void {
  file.leftOut = why;
  file.hunks = [];
}
