import type * as acp from '@agentclientprotocol/sdk';
import type { TranscriptEntry } from '../../../../shared/transcripts.ts';
import type { ToolCalls } from './tool-calls.ts';

/** The kinds of updates that anything here reads. Others, known and yet unknown, are dropped before they cost anything. */
export const READ_UPDATES: ReadonlySet<unknown> = new Set<acp.SessionUpdate['sessionUpdate']>([
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
  'usage_update',
  'current_mode_update',
]);

/** The transcript entry of an update; null for those that a reader does not miss. */
export function entryOfUpdate(
  update: acp.SessionUpdate,
  tools: ToolCalls,
  at: number,
): TranscriptEntry | null {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return textOf(update.content, (text) => ({ type: 'message', at, text }));
    case 'agent_thought_chunk':
      return textOf(update.content, (text) => ({ type: 'thought', at, text }));
    case 'tool_call':
    case 'tool_call_update': {
      const { namedPaths: _, ...tool } = tools.merge(update);
      return { type: 'tool', at, ...tool };
    }
    case 'plan':
      return {
        type: 'plan',
        at,
        entries: update.entries.map(({ content, status }) => ({ content, status })),
      };
    case 'usage_update':
      return {
        type: 'usage',
        at,
        used: update.used,
        size: update.size,
        cost: update.cost ? { amount: update.cost.amount, currency: update.cost.currency } : null,
      };
    default:
      return null;
  }
}

function textOf(
  content: acp.ContentBlock,
  entry: (text: string) => TranscriptEntry,
): TranscriptEntry | null {
  return content.type === 'text' && content.text !== '' ? entry(content.text) : null;
}
