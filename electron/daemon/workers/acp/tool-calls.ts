import type * as acp from '@agentclientprotocol/sdk';
import { type ToolKind, toolKindSchema } from '../../../../shared/tasks.ts';
import type { TranscriptEntry } from '../../../../shared/transcripts.ts';

type ToolEntry = Extract<TranscriptEntry, { type: 'tool' }>;
type ToolUpdate = acp.ToolCall | acp.ToolCallUpdate;

/** A tool call as far as it is known: updates tell only what changed. */
export interface KnownToolCall extends Omit<ToolEntry, 'type' | 'at'> {
  readonly command: string | null;
}

const MOST_TOOL_CALLS = 1_000;
const LONGEST_OUTPUT = 32 * 1024;

/** Remembers the tool calls of a session, so that an update or a permission request can be read as a whole. */
export class ToolCalls {
  readonly #known = new Map<string, KnownToolCall>();

  merge(update: ToolUpdate): KnownToolCall {
    const before = this.#known.get(update.toolCallId);
    const content = update.content ?? undefined;
    const merged: KnownToolCall = {
      toolCallId: update.toolCallId,
      title: update.title ?? before?.title ?? 'A tool',
      kind: kindOf(update.kind) ?? before?.kind ?? 'other',
      status: update.status ?? before?.status ?? 'pending',
      output: content === undefined ? (before?.output ?? '') : outputOf(content),
      diffs: content === undefined ? (before?.diffs ?? []) : diffsOf(content),
      locations: update.locations?.map((location) => location.path) ?? before?.locations ?? [],
      command: commandOf(update.rawInput) ?? before?.command ?? null,
    };
    this.#known.set(update.toolCallId, merged);
    if (this.#known.size > MOST_TOOL_CALLS) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    return merged;
  }
}

function kindOf(kind: string | null | undefined): ToolKind | undefined {
  return kind === null || kind === undefined
    ? undefined
    : toolKindSchema.catch('other').parse(kind);
}

function outputOf(content: readonly acp.ToolCallContent[]): string {
  const text = content
    .flatMap((part) =>
      part.type === 'content' && part.content.type === 'text' ? [part.content.text] : [],
    )
    .join('\n');
  return text.length > LONGEST_OUTPUT ? `${text.slice(0, LONGEST_OUTPUT)}…` : text;
}

function diffsOf(content: readonly acp.ToolCallContent[]): ToolEntry['diffs'] {
  return content.flatMap((part) =>
    part.type === 'diff'
      ? [{ path: part.path, oldText: part.oldText ?? null, newText: part.newText }]
      : [],
  );
}

/** The command line in an agent's raw input; agents write it as one string or as an argument list. */
function commandOf(rawInput: unknown): string | null {
  if (typeof rawInput !== 'object' || rawInput === null || !('command' in rawInput)) return null;
  const { command } = rawInput;
  if (typeof command === 'string') return command;
  if (Array.isArray(command) && command.every((part) => typeof part === 'string')) {
    return command.join(' ');
  }
  return null;
}
