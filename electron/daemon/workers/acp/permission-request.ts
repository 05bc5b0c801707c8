import type * as acp from '@agentclientprotocol/sdk';
import { LINE_END } from '../../../../shared/visible-text.ts';
import type { ToolRequest } from '../profiles/judge.ts';
import type { WorkerQuestion } from '../worker-handle.ts';
import type { KnownToolCall } from './tool-calls.ts';

const LONGEST_SUBJECT = 200;
const LONGEST_NAME = 500;

/** What the profile judges: the tool call as it is known, with every path that it names. */
export function toolRequestOf(
  tool: KnownToolCall,
  options: readonly acp.PermissionOption[],
): ToolRequest {
  const paths = new Set([
    ...tool.locations,
    ...tool.diffs.map((diff) => diff.path),
    ...tool.namedPaths,
  ]);
  return {
    toolKind: tool.kind,
    command: tool.command,
    locations: [...paths],
    options: options.map(({ optionId, name, kind }) => ({
      optionId,
      name: name.slice(0, LONGEST_NAME),
      kind,
    })),
  };
}

/** What a person is asked. */
export function questionOf(
  requestId: string,
  tool: Pick<KnownToolCall, 'title' | 'diffs'>,
  request: ToolRequest,
  reason: string,
): WorkerQuestion {
  const subject = foldedLine(request.command ?? request.locations.join(', '));
  return {
    requestId,
    title: tool.title,
    toolKind: request.toolKind,
    subject:
      subject.length > LONGEST_SUBJECT ? `${subject.slice(0, LONGEST_SUBJECT - 1)}…` : subject,
    reason,
    command: request.command,
    locations: request.locations,
    diffs: tool.diffs,
    options: request.options,
  };
}

/** On one line, and honest about the lines that it was: a second one is another command. */
function foldedLine(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, (space) => (/[\n\r\u2028\u2029]/.test(space) ? ` ${LINE_END} ` : ' '));
}
