import type * as acp from '@agentclientprotocol/sdk';
import { type ToolKind, toolKindSchema } from '../../../../shared/tasks.ts';
import type { TranscriptEntry } from '../../../../shared/transcripts.ts';
import { commandIn, pathsIn } from './raw-input.ts';

type ToolEntry = Extract<TranscriptEntry, { type: 'tool' }>;
type ToolUpdate = acp.ToolCall | acp.ToolCallUpdate;

/** A tool call as far as it is known: updates tell only what changed. */
export interface KnownToolCall extends Omit<ToolEntry, 'type' | 'at'> {
  /** Paths that only the raw input names. */
  readonly namedPaths: readonly string[];
}

const MOST_TOOL_CALLS = 1_000;
/** A title goes with every card, notification and event: it is a name, however much an agent writes there. */
const LONGEST_TITLE = 1_000;
const LONGEST_OUTPUT = 32 * 1024;

/** Remembers the tool calls of a session, so that an update or a permission request can be read as a whole. */
export class ToolCalls {
  readonly #known = new Map<string, KnownToolCall>();
  readonly #redact: (text: string) => string;

  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  merge(update: ToolUpdate): KnownToolCall {
    const before = this.#known.get(update.toolCallId);
    const content = update.content ?? undefined;
    const rawInput: unknown = update.rawInput ?? undefined;
    const kind = kindOf(update.kind) ?? before?.kind ?? 'other';
    const merged: KnownToolCall = {
      toolCallId: update.toolCallId,
      title: this.#titleOf(update.title) ?? before?.title ?? 'A tool',
      kind,
      status: update.status ?? before?.status ?? 'pending',
      output: content === undefined ? (before?.output ?? '') : this.#outputOf(content),
      diffs: content === undefined ? (before?.diffs ?? []) : diffsOf(content),
      locations: update.locations?.map((location) => location.path) ?? before?.locations ?? [],
      command: rawInput === undefined ? (before?.command ?? null) : commandIn(rawInput, kind),
      namedPaths: rawInput === undefined ? (before?.namedPaths ?? []) : pathsIn(rawInput),
    };
    this.#known.delete(update.toolCallId);
    this.#known.set(update.toolCallId, merged);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_TOOL_CALLS && oldest !== undefined) this.#known.delete(oldest);
    return merged;
  }

  // A cut must not leave half a secret, which nothing would recognise any more.
  #titleOf(title: string | null | undefined): string | null {
    if (title === null || title === undefined || title.trim() === '') return null;
    if (title.length <= LONGEST_TITLE) return title;
    return `${this.#redact(title.slice(0, LONGEST_TITLE * 2)).slice(0, LONGEST_TITLE)}…`;
  }

  #outputOf(content: readonly acp.ToolCallContent[]): string {
    const text = content
      .flatMap((part) =>
        part.type === 'content' && part.content.type === 'text' ? [part.content.text] : [],
      )
      .join('\n');
    if (text.length <= LONGEST_OUTPUT) return text;
    return `${this.#redact(text.slice(0, LONGEST_OUTPUT * 2)).slice(0, LONGEST_OUTPUT)}…`;
  }
}

function kindOf(kind: string | null | undefined): ToolKind | undefined {
  return kind === null || kind === undefined
    ? undefined
    : toolKindSchema.catch('other').parse(kind);
}

function diffsOf(content: readonly acp.ToolCallContent[]): ToolEntry['diffs'] {
  return content.flatMap((part) =>
    part.type === 'diff'
      ? [{ path: part.path, oldText: part.oldText ?? null, newText: part.newText }]
      : [],
  );
}
