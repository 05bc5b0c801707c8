import type { RunHistoryEntry } from '../../../../shared/runs.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { At } from '../../components/time.tsx';

/** Everything that happened to the run. */
export function RunHistory({ history }: { history: readonly RunHistoryEntry[] }) {
  return (
    <ol aria-label="What happened" className="readable">
      {history.map((entry, index) => (
        <li key={index} className="flex gap-4 py-1" data-action={entry.action}>
          <span className="w-16 shrink-0 text-xs leading-5 text-ink-3">
            <At at={entry.at} />
          </span>
          <div className="min-w-0 flex-1">
            <p className="break-words">
              <AgentText text={entry.detail} />
            </p>
            <p className="text-xs text-ink-3">
              {entry.action} by {entry.actor}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
