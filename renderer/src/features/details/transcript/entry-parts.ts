import { assertNever } from '../../../../../shared/assert-never.ts';
import type { TranscriptEntry } from '../../../../../shared/transcripts.ts';
import { visibleText } from '../../../../../shared/visible-text.ts';
import { shownDiff } from '../shown-diff.ts';
import { saysMoreThanTitle } from './command-of.ts';
import { isTooLongForMarkdown } from './markdown/markdown-limits.ts';
import { readableBlocks } from './markdown/readable-blocks.ts';

/** A text of an entry as it is shown. `name` is what its place in the page is marked with. */
export interface EntryPart {
  readonly name: string;
  readonly text: string;
}

/** What a block of markdown reads as, once that is known. */
export type ReadMarkdown = (block: string) => string;

/** Everything of an entry that a person may look for, folded away or not, in the order in which it is shown. */
export function partsOf(entry: TranscriptEntry, readMarkdown: ReadMarkdown): readonly EntryPart[] {
  switch (entry.type) {
    case 'message':
    case 'thought':
      return messageParts(entry.text, readMarkdown);
    case 'prompt':
    case 'note':
      return [part('text', entry.text)];
    case 'output':
      return [part('text', withoutLastLineEnd(entry.text))];
    case 'tool':
      return [
        part('title', entry.title),
        ...(saysMoreThanTitle(entry) ? [part('command', entry.command)] : []),
        ...entry.locations.map((location, index) => part(`location ${index}`, location)),
        ...entry.diffs.flatMap((diff, index) => [
          part(`diff ${index}`, diff.path),
          ...shownDiff(diff).lines.map(({ text }, line) => part(`diff ${index} ${line}`, text)),
        ]),
        part('output', entry.output.trimEnd()),
      ];
    case 'plan':
      return entry.entries.map(({ content }, index) => part(`step ${index}`, content));
    case 'question':
      return [part('title', entry.title), part('reason', entry.reason)];
    case 'answer':
      return [part('answer', entry.answer), part('title', entry.title)];
    case 'ended':
      return [part('text', entry.text)];
    case 'usage':
      return [];
    default:
      return assertNever(entry);
  }
}

function messageParts(message: string, readMarkdown: ReadMarkdown): readonly EntryPart[] {
  const text = message.trim();
  if (isTooLongForMarkdown(text)) return [part('text', text)];
  return readableBlocks(visibleText(text)).map((block, index) => ({
    name: `block ${index}`,
    text: readMarkdown(block),
  }));
}

function withoutLastLineEnd(text: string): string {
  return text.replace(/\n$/, '');
}

function part(name: string, text: string): EntryPart {
  return { name, text: visibleText(text) };
}
