import { AgentText } from '../../components/agent-text.tsx';
import { ActionButton } from '../../components/button.tsx';
import { addDetected } from './add-detected.ts';
import { InstallWords } from './install-words.tsx';
import { useDetectedAgents } from './use-detected-agents.ts';

/** Installed agents that config.json does not have yet, and how to install the others. */
export function DetectedAgents() {
  const detected = useDetectedAgents() ?? [];
  const addable = detected.filter(
    (agent) => agent.foundAt !== null && agent.configuredAs.length === 0,
  );
  const missing = detected.filter(
    (agent) => agent.foundAt === null && agent.configuredAs.length === 0,
  );
  return (
    <>
      {addable.length > 0 && (
        <ul aria-label="Installed, not added yet" className="divide-y divide-line">
          {addable.map((agent) => (
            <li key={agent.id} className="flex items-center gap-2 py-2">
              <p className="min-w-0 flex-1">
                <span className="font-medium">{agent.name}</span>{' '}
                <span className="text-xs text-ink-3">is installed</span>
                <AgentText
                  text={agent.foundAt ?? ''}
                  className="block font-mono text-2xs break-all text-ink-3"
                />
              </p>
              <ActionButton
                size="small"
                aria-label={`Add ${agent.name}`}
                act={() => addDetected(agent)}
              >
                Add
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      <InstallWords agents={missing} />
    </>
  );
}
