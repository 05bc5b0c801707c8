import type { TranscriptEntry } from '../../../../../shared/transcripts.ts';
import { visibleText } from '../../../../../shared/visible-text.ts';
import { AgentText } from '../../../components/agent-text.tsx';
import { CopyIconButton } from '../../../components/copy-button.tsx';
import { Scrollable } from '../../../components/scrollable.tsx';
import { DiffView } from '../diff-view.tsx';
import { saysMoreThanTitle } from './command-of.ts';
import { Folded } from './folded.tsx';

const STATUS_WORDS = {
  pending: 'waits',
  in_progress: 'runs',
  completed: 'done',
  failed: 'failed',
} as const;

const STATUS_LOOKS = {
  pending: 'text-ink-3',
  in_progress: 'text-accent',
  completed: 'text-ink-3',
  failed: 'text-failed-ink',
} as const;

interface ToolCallProps {
  readonly call: Extract<TranscriptEntry, { type: 'tool' }>;
  readonly isUnfolded: boolean;
  readonly toggle: () => void;
}

/** One line with its status; what it touched, changed and printed is inside. */
export function ToolCall({ call, isUnfolded, toggle }: ToolCallProps) {
  const hasCommand = saysMoreThanTitle(call);
  const hasOutput = call.output.trim() !== '';
  const isEmpty =
    !hasCommand && !hasOutput && call.diffs.length === 0 && call.locations.length === 0;
  return (
    <Folded
      entry="tool"
      kind="Tool call"
      isUnfolded={isUnfolded}
      toggle={toggle}
      summary={
        <>
          <span className="min-w-0 flex-1 truncate font-mono text-xs" data-part="title">
            <AgentText text={call.title} cut />
          </span>
          <span className={`shrink-0 text-2xs ${STATUS_LOOKS[call.status]}`}>
            {call.kind.replace('_', ' ')} · {STATUS_WORDS[call.status]}
          </span>
        </>
      }
    >
      {isEmpty && <p className="text-xs text-ink-3">Nothing more is known about it.</p>}
      {hasCommand && <Printed label="Command" what="command" text={call.command} part="command" />}
      {call.locations.map((location, index) => (
        <p
          key={index}
          className="font-mono text-2xs break-all text-ink-2"
          data-part={`location ${index}`}
        >
          <AgentText text={location} />
        </p>
      ))}
      {call.diffs.map((diff, index) => (
        <DiffView key={index} diff={diff} part={`diff ${index}`} />
      ))}
      {hasOutput && (
        <Printed label="Output" what="output" text={call.output.trimEnd()} part="output" />
      )}
    </Folded>
  );
}

interface PrintedProps {
  readonly label: string;
  readonly what: string;
  readonly text: string;
  readonly part: string;
}

function Printed({ label, what, text, part }: PrintedProps) {
  return (
    <div className="copied-part">
      <Scrollable label={label} isOneOfMany className="max-h-80 rounded-md bg-sunk px-2 py-1.5">
        <pre
          className="font-mono text-2xs break-words whitespace-pre-wrap"
          data-part={part}
          data-print={what}
        >
          <AgentText text={text} />
        </pre>
      </Scrollable>
      <CopyIconButton what={what} text={() => visibleText(text)} className="copy-part" />
    </div>
  );
}
