import { styleText } from 'node:util';
import { visibleText } from '../../shared/visible-text.ts';

/** Where a command says what it has to say. */
export interface Terminal {
  /** Columns; null where lines are not cut, such as in a file. */
  readonly width: number | null;
  /** Unix milliseconds. */
  now(): number;
  /** The answer: a line on standard output. */
  say(line: string): void;
  /** Everything else: a line on standard error. */
  note(line: string): void;
  json(value: unknown): void;
  /** A text to its last byte; where it would reach a screen, so that it cannot move the cursor. */
  raw(text: string): void;
}

export function processTerminal(): Terminal {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  return {
    width: process.stdout.isTTY ? process.stdout.columns : null,
    now: Date.now,
    say,
    note: (line) => void process.stderr.write(`${line}\n`),
    json: (value) => say(JSON.stringify(value)),
    raw: (text) => {
      if (process.stdout.isTTY) say(visibleText(text.replace(/\n$/, '')));
      else process.stdout.write(text);
    },
  };
}

type Style = Parameters<typeof styleText>[0];

/** Coloured where standard output is a terminal that shows colours and NO_COLOR is not set. */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** The first line of a text, safe to print. */
export function firstLine(text: string): string {
  return visibleText(text.trimStart().split('\n', 1)[0] ?? '').replaceAll('\t', ' ');
}
