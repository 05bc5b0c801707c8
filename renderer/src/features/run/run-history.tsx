import { auditWords, saysNoMore } from '../../../../shared/audit-words.ts';
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
              {auditWords(entry.action)}
              <span className="text-ink-3">{entry.actor !== '' && ` by ${entry.actor}`}</span>
            </p>
            {!saysNoMore(entry.action, entry.actor, entry.detail) && (
              <p className="text-xs break-words text-ink-2">
                <AgentText text={entry.detail} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
