import type { TranscriptEntry } from '../../../../../shared/transcripts.ts';
import { AgentText } from '../../../components/agent-text.tsx';
import { Scrollable } from '../../../components/scrollable.tsx';
import { DiffView } from '../diff-view.tsx';
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
  const isEmpty =
    call.output.trim() === '' && call.diffs.length === 0 && call.locations.length === 0;
  return (
    <Folded
      entry="tool"
      isUnfolded={isUnfolded}
      toggle={toggle}
      summary={
        <>
          <span className="min-w-0 flex-1 truncate font-mono text-xs">
            <AgentText text={call.title} cut />
          </span>
          <span className={`shrink-0 text-2xs ${STATUS_LOOKS[call.status]}`}>
            {call.kind.replace('_', ' ')} · {STATUS_WORDS[call.status]}
          </span>
        </>
      }
    >
      {isEmpty && <p className="text-xs text-ink-3">Nothing more is known about it.</p>}
      {call.locations.map((location) => (
        <p key={location} className="font-mono text-2xs break-all text-ink-2">
          <AgentText text={location} />
        </p>
      ))}
      {call.diffs.map((diff) => (
        <DiffView key={diff.path} diff={diff} />
      ))}
      {call.output.trim() !== '' && (
        <Scrollable label="Output" className="max-h-80 rounded-md bg-sunk px-2 py-1.5">
          <pre className="font-mono text-2xs break-words whitespace-pre-wrap">
            <AgentText text={call.output.trimEnd()} />
          </pre>
        </Scrollable>
      )}
    </Folded>
  );
}
