import { useState } from 'react';
import type { RunCard, RunRule } from '../../../../shared/runs.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { ActionButton } from '../../components/button.tsx';
import { At } from '../../components/time.tsx';
import { removeRule } from '../../state/run-actions.ts';

/** What this run's agent may do without asking, on top of its profile. */
export function RunRules({ run, rules }: { run: RunCard; rules: readonly RunRule[] }) {
  // A rule that is gone need not wait for the details to be read again.
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const shown = rules.filter(({ id }) => !removed.has(id));
  return (
    <section aria-label="Rules of this run" className="readable space-y-2">
      <h3 className="font-semibold">Allowed in this run</h3>
      {shown.length === 0 ? (
        <p className="text-ink-3">
          Nothing beyond its profile, {run.profile}. “Allow for this run” on a question adds a rule.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {shown.map((rule) => (
            <li key={rule.id} data-rule-id={rule.id} className="flex items-start gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="break-words">
                  <span className="font-medium">{rule.toolKind}</span>{' '}
                  {rule.subject === null ? (
                    'of any kind'
                  ) : (
                    <code className="font-mono text-xs">
                      <AgentText text={rule.subject} />
                    </code>
                  )}
                </p>
                <p className="text-xs text-ink-3">
                  by {rule.addedBy} at <At at={rule.addedAt} />
                </p>
              </div>
              <ActionButton
                size="small"
                aria-label={`Remove the rule for ${rule.toolKind} ${rule.subject ?? ''}`}
                act={() =>
                  removeRule(run, rule, () => setRemoved((known) => new Set([...known, rule.id])))
                }
              >
                Remove
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
