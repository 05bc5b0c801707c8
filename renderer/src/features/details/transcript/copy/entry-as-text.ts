import { assertNever } from '../../../../../../shared/assert-never.ts';
import type { TranscriptEntry } from '../../../../../../shared/transcripts.ts';
import { visibleText } from '../../../../../../shared/visible-text.ts';
import { diffLines } from '../../line-diff.ts';
import { saysMoreThanTitle } from '../command-of.ts';
import type { ShownEntry } from '../shown-entries.ts';

/**
 * An entry to be pasted elsewhere: what is copied is what was seen, so that nothing in it can hide from whoever pastes
 * it into a terminal.
 */
export function entryAsText(entry: TranscriptEntry): string {
  return visibleText(asWritten(entry)).trim();
}

export function transcriptAsText(entries: readonly ShownEntry[]): string {
  return entries
    .map(({ entry }) => `${headline(entry)}${entryAsText(entry)}`)
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Only what is not plain from the text itself. */
function headline({ type }: TranscriptEntry): string {
  switch (type) {
    case 'prompt':
      return 'Prompt:\n';
    case 'thought':
      return 'Thought:\n';
    case 'plan':
      return 'Plan:\n';
    case 'output':
    case 'message':
    case 'tool':
    case 'usage':
    case 'question':
    case 'answer':
    case 'note':
    case 'ended':
      return '';
    default:
      return assertNever(type);
  }
}

function asWritten(entry: TranscriptEntry): string {
  switch (entry.type) {
    case 'prompt':
    case 'message':
    case 'thought':
    case 'output':
    case 'note':
      return entry.text;
    case 'tool':
      return [
        `${entry.title} (${entry.kind.replace('_', ' ')}, ${entry.status.replace('_', ' ')})`,
        ...(saysMoreThanTitle(entry) ? [`$ ${entry.command}`] : []),
        ...entry.locations,
        ...entry.diffs.flatMap(diffAsText),
        entry.output.trimEnd(),
      ]
        .filter((line) => line !== '')
        .join('\n');
    case 'plan':
      return entry.entries.map(({ content, status }) => `${TICKS[status]} ${content}`).join('\n');
    case 'usage':
      return usageWords(entry);
    case 'question':
      return `Asked: ${entry.title}\n${entry.reason}`;
    case 'answer':
      return `${entry.answer} by ${entry.by}: ${entry.title}`;
    case 'ended':
      return `Ended: ${entry.outcome}${entry.text === '' ? '' : `. ${entry.text}`}`;
    default:
      return assertNever(entry);
  }
}

export function usageWords({
  used,
  size,
  cost,
}: Extract<TranscriptEntry, { type: 'usage' }>): string {
  const share = size > 0 ? ` (${Math.round((used / size) * 100)}%)` : '';
  const spent = cost === null ? '' : ` · ${cost.amount.toFixed(2)} ${cost.currency}`;
  return `${used.toLocaleString()} of ${size.toLocaleString()} tokens${share}${spent}`;
}

const TICKS = { pending: '[ ]', in_progress: '[>]', completed: '[x]' } as const;
const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

function diffAsText({
  path,
  oldText,
  newText,
}: Extract<TranscriptEntry, { type: 'tool' }>['diffs'][number]): readonly string[] {
  const lines = diffLines(oldText, newText).map(({ kind, text }) =>
    kind === 'gap' ? `… ${text}` : `${SIGNS[kind]}${text}`,
  );
  return [path, ...lines];
}
