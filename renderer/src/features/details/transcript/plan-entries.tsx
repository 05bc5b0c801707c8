import type { TranscriptEntry } from '../../../../../shared/transcripts.ts';
import { AgentText } from '../../../components/agent-text.tsx';
import { Icon } from '../../../components/icon.tsx';

const STATUS_WORDS = {
  pending: 'to do',
  in_progress: 'under way',
  completed: 'done',
} as const;

export function PlanEntries({
  entries,
}: {
  entries: Extract<TranscriptEntry, { type: 'plan' }>['entries'];
}) {
  return (
    <ul data-entry="plan" aria-label="Plan" className="my-1 space-y-0.5">
      {entries.map(({ content, status }, index) => (
        <li key={index} className="flex items-start gap-2" data-status={status}>
          <span
            aria-hidden="true"
            className={`mt-0.75 inline-flex size-3.5 shrink-0 items-center justify-center rounded-full border ${LOOKS[status]}`}
          >
            {status === 'completed' && <Icon name="check" className="size-2.5" />}
          </span>
          <span
            className={`min-w-0 break-words ${status === 'completed' ? 'text-ink-3' : status === 'in_progress' ? 'font-medium' : 'text-ink-2'}`}
          >
            <span data-part={`step ${index}`}>
              <AgentText text={content} />
            </span>
            <span className="sr-only">, {STATUS_WORDS[status]}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const LOOKS = {
  pending: 'border-field-line',
  in_progress: 'border-4 border-accent',
  completed: 'border-done text-done-ink',
} as const;
