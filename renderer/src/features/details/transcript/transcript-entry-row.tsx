import { assertNever } from '../../../../../shared/assert-never.ts';
import type { TranscriptEntry } from '../../../../../shared/transcripts.ts';
import { AgentText } from '../../../components/agent-text.tsx';
import { AgentWords } from '../../../components/agent-words.tsx';
import { Folded } from './folded.tsx';
import { PlanEntries } from './plan-entries.tsx';
import { ToolCall } from './tool-call.tsx';

interface TranscriptEntryRowProps {
  readonly entry: TranscriptEntry;
  readonly isUnfolded: boolean;
  readonly toggle: () => void;
}

export function TranscriptEntryRow({ entry, isUnfolded, toggle }: TranscriptEntryRowProps) {
  switch (entry.type) {
    case 'prompt':
      return (
        <div data-entry="prompt" className="my-1 rounded-md bg-sunk px-3 py-2">
          <p className="text-2xs text-ink-3">Prompt</p>
          <AgentWords text={entry.text} />
        </div>
      );
    case 'message':
      return (
        <div data-entry="message">
          <AgentWords text={entry.text} />
        </div>
      );
    case 'thought':
      return (
        <Folded
          entry="thought"
          isUnfolded={isUnfolded}
          toggle={toggle}
          summary={
            <span className="min-w-0 truncate text-ink-3">
              Thought: <AgentText text={entry.text.trim().split('\n', 1)[0] ?? ''} />
            </span>
          }
        >
          <div className="text-ink-2">
            <AgentWords text={entry.text} />
          </div>
        </Folded>
      );
    case 'tool':
      return <ToolCall call={entry} isUnfolded={isUnfolded} toggle={toggle} />;
    case 'plan':
      return <PlanEntries entries={entry.entries} />;
    case 'usage':
      return (
        <p data-entry="usage" className="text-2xs text-ink-3">
          {entry.used.toLocaleString()} of {entry.size.toLocaleString()} tokens
          {entry.cost !== null && ` · ${entry.cost.amount.toFixed(2)} ${entry.cost.currency}`}
        </p>
      );
    case 'question':
      return (
        <p data-entry="question" className="break-words text-awaiting-ink">
          Asked: <AgentText text={entry.title} />
          <span className="block text-xs text-ink-3">{entry.reason}</span>
        </p>
      );
    case 'answer':
      return (
        <p data-entry="answer" className="break-words text-ink-2">
          <AgentText text={entry.answer} className="font-medium" /> by {entry.by}
          <span className="text-ink-3">
            : <AgentText text={entry.title} />
          </span>
        </p>
      );
    case 'output':
      return (
        <pre
          data-entry="output"
          data-stream={entry.stream}
          className={`font-mono text-xs break-words whitespace-pre-wrap ${entry.stream === 'stderr' ? 'border-s-2 border-failed ps-2' : ''}`}
        >
          {entry.stream === 'stderr' && <span className="sr-only">Standard error: </span>}
          <AgentText text={entry.text.replace(/\n$/, '')} />
        </pre>
      );
    case 'note':
      return (
        <p data-entry="note" className="text-xs break-words text-ink-3">
          <AgentText text={entry.text} />
        </p>
      );
    case 'ended':
      return (
        <p
          data-entry="ended"
          className="mt-1 border-t border-line pt-2 text-xs break-words text-ink-3"
        >
          Ended: {entry.outcome}
          {entry.text !== '' && (
            <>
              {'. '}
              <AgentText text={entry.text} />
            </>
          )}
        </p>
      );
    default:
      return assertNever(entry);
  }
}
