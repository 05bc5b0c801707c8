import { assertNever } from '../../../../../shared/assert-never.ts';
import type { TranscriptEntry } from '../../../../../shared/transcripts.ts';
import { AgentText } from '../../../components/agent-text.tsx';
import { AgentWords } from '../../../components/agent-words.tsx';
import { CopyIconButton } from '../../../components/copy-button.tsx';
import { entryAsText, usageWords } from './copy/entry-as-text.ts';
import { Folded } from './folded.tsx';
import { AgentMarkdown } from './markdown/agent-markdown.tsx';
import { PlanEntries } from './plan-entries.tsx';
import type { Match } from './search/find-matches.ts';
import { ToolCall } from './tool-call.tsx';

interface TranscriptEntryRowProps {
  readonly entry: TranscriptEntry;
  readonly isUnfolded: boolean;
  readonly toggle: () => void;
  /** The match in it that a person is at. */
  readonly reveal: Match | null;
}

/** What people copy; the rest of a transcript is copied with the whole. */
const COPIED: Partial<Record<TranscriptEntry['type'], string>> = {
  prompt: 'prompt',
  message: 'message',
  thought: 'thought',
  tool: 'tool call',
  output: 'output',
  plan: 'plan',
};

export function TranscriptEntryRow(props: TranscriptEntryRowProps) {
  const { entry } = props;
  const what = COPIED[entry.type];
  if (what === undefined) return <EntryInWords {...props} />;
  return (
    <div className="copied-part">
      <EntryInWords {...props} />
      <CopyIconButton what={what} text={() => entryAsText(entry)} className="copy-part" />
    </div>
  );
}

function EntryInWords({ entry, isUnfolded, toggle, reveal }: TranscriptEntryRowProps) {
  switch (entry.type) {
    case 'prompt':
      return (
        <div data-entry="prompt" className="my-1 rounded-md bg-sunk px-3 py-2">
          <p className="text-2xs text-ink-3">Prompt</p>
          <div data-part="text">
            <AgentWords text={entry.text} />
          </div>
        </div>
      );
    case 'message':
      return (
        <div data-entry="message">
          <AgentMarkdown text={entry.text} reveal={reveal} />
        </div>
      );
    case 'thought':
      return (
        <Folded
          entry="thought"
          kind="Thought"
          isUnfolded={isUnfolded}
          toggle={toggle}
          summary={
            <span className="min-w-0 truncate text-ink-3">
              <span aria-hidden="true">Thought: </span>
              <AgentText text={entry.text.trim().split('\n', 1)[0] ?? ''} />
            </span>
          }
        >
          <div className="text-ink-2">
            <AgentMarkdown text={entry.text} reveal={reveal} />
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
          <AgentText text={usageWords(entry)} />
        </p>
      );
    case 'question':
      return (
        <p data-entry="question" className="break-words text-awaiting-ink">
          Asked:{' '}
          <span data-part="title">
            <AgentText text={entry.title} />
          </span>
          <span className="block text-xs text-ink-3" data-part="reason">
            <AgentText text={entry.reason} />
          </span>
        </p>
      );
    case 'answer':
      return (
        <p data-entry="answer" className="break-words text-ink-2">
          <span data-part="answer">
            <AgentText text={entry.answer} className="font-medium" />
          </span>{' '}
          by {entry.by}
          <span className="text-ink-3">
            :{' '}
            <span data-part="title">
              <AgentText text={entry.title} />
            </span>
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
          <span data-part="text">
            <AgentText text={entry.text.replace(/\n$/, '')} />
          </span>
        </pre>
      );
    case 'note':
      return (
        <p data-entry="note" data-part="text" className="text-xs break-words text-ink-3">
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
              <span data-part="text">
                <AgentText text={entry.text} />
              </span>
            </>
          )}
        </p>
      );
    default:
      return assertNever(entry);
  }
}
