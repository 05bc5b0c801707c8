import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../fixtures/agents/reciting-agent.mjs', import.meta.url));

export type RecitalStep =
  | { readonly update: Readonly<Record<string, unknown>> }
  | { readonly ask: { readonly toolCall: unknown; readonly options: readonly unknown[] } }
  /** Goes on once the file is there. */
  | { readonly until: string };

/** The configuration of an agent that says exactly this. */
export function reciting(folder: string, name: string, steps: readonly RecitalStep[]) {
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(steps));
  return { protocol: 'acp', command: process.execPath, args: [script, file] } as const;
}

export const says = (text: string): RecitalStep => ({
  update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
});

export const thinks = (text: string): RecitalStep => ({
  update: { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } },
});

export const calls = (tool: {
  readonly toolCallId: string;
  readonly title: string;
  readonly [more: string]: unknown;
}): RecitalStep => ({
  update: { sessionUpdate: 'tool_call', kind: 'execute', status: 'completed', ...tool },
});

/** Asks whether it may run a command, under a title that may be anything. */
export const asks = (
  toolCallId: string,
  text: string,
  options: readonly unknown[],
): RecitalStep => ({
  ask: {
    toolCall: {
      toolCallId,
      title: text,
      kind: 'execute',
      status: 'pending',
      rawInput: { command: text },
    },
    options,
  },
});
