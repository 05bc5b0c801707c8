import { assertNever } from '../../shared/assert-never.ts';
import type { TranscriptEntry } from '../../shared/transcripts.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { firstLine, styled } from './terminal.ts';
import { clockTime } from './words.ts';

/** One entry as a person reads it: when, what it is, and below that what was said. */
export function transcriptLines(entry: TranscriptEntry): string[] {
  switch (entry.type) {
    case 'prompt':
    case 'message':
    case 'thought':
    case 'note':
      return [headline(entry, ''), ...indented(entry.text)];
    case 'output':
      return [headline(entry, entry.stream), ...indented(entry.text)];
    case 'tool':
      return [
        headline(entry, `${entry.status}: ${entry.title}`),
        ...(entry.command === null ? [] : indented(`$ ${entry.command}`)),
        ...entry.diffs.map(({ path }) => `  changes ${firstLine(path)}`),
        ...indented(entry.output),
      ];
    case 'plan':
      return [
        headline(entry, ''),
        ...entry.entries.map(({ content, status }) => `  ${status}: ${firstLine(content)}`),
      ];
    case 'usage': {
      const cost = entry.cost === null ? '' : `, ${entry.cost.amount} ${entry.cost.currency}`;
      return [headline(entry, `${entry.used} of ${entry.size} tokens${cost}`)];
    }
    case 'question':
      return [headline(entry, entry.title), ...indented(entry.reason)];
    case 'answer':
      return [headline(entry, `${entry.title}: ${entry.answer}, by ${entry.by}`)];
    case 'ended':
      return [headline(entry, entry.outcome), ...indented(entry.text)];
    default:
      return assertNever(entry);
  }
}

function headline({ at, type }: TranscriptEntry, text: string): string {
  const said = firstLine(text);
  return `${clockTime(at)}  ${styled('bold', type)}${said && `  ${said}`}`;
}

function indented(text: string): string[] {
  const said = visibleText(text.trimEnd());
  return said === '' ? [] : said.split('\n').map((line) => `  ${line}`);
}
