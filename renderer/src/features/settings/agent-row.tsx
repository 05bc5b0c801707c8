import { useState } from 'react';
import type { AgentSummary } from '../../../../shared/contract.ts';
import type { OwnAgent } from '../../../../shared/settings.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { ActionButton } from '../../components/button.tsx';
import { Copyable } from '../../components/copyable.tsx';
import { describeAgent } from '../new-task/choice-words.ts';
import { AgentForm } from './agent-form.tsx';
import { EditEntry } from './edit-entry.tsx';
import { RemoveEntry } from './remove-entry.tsx';
import { useAgentTest } from './use-agent-test.ts';

const TONES = {
  good: 'text-done-ink',
  login: 'text-awaiting-ink',
  bad: 'text-failed-ink',
} as const;

/** One agent: whether it is there, and whether it can be talked to. */
export function AgentRow({ agent, own }: { agent: AgentSummary; own: OwnAgent | undefined }) {
  const { id, found, foundAt, builtIn, commandLine } = agent;
  const [isEdited, setEdited] = useState(false);
  const { isRunning, result, test } = useAgentTest(id);
  const words = describeAgent(agent);
  return (
    <li className="py-2" data-agent={id}>
      <div className="flex items-center gap-2">
        <p className="flex min-w-0 flex-1 items-baseline gap-2">
          <AgentText text={id} className="truncate font-medium" />
          <span className="shrink-0 text-xs text-ink-3">{builtIn ? 'built in' : 'yours'}</span>
          <span className={`shrink-0 text-xs ${found ? 'text-done-ink' : 'text-awaiting-ink'}`}>
            {found ? 'found' : 'not found'}
          </span>
        </p>
        {own !== undefined && (
          <>
            <EditEntry id={id} isEdited={isEdited} toggle={() => setEdited(!isEdited)} />
            <RemoveEntry place={['agents', id]} section="Agents" />
          </>
        )}
        <ActionButton size="small" aria-label={`Test ${id}`} act={test}>
          {isRunning ? 'Testing…' : 'Test'}
        </ActionButton>
      </div>
      <p className={`text-xs ${words.isWarning ? 'text-awaiting-ink' : 'text-ink-3'}`}>
        {words.text}
      </p>
      <p className="font-mono text-2xs break-all text-ink-3">
        <AgentText text={commandLine} />
        {foundAt !== null && !builtIn && !commandLine.startsWith(foundAt) && (
          <>
            {' → '}
            <AgentText text={foundAt} />
          </>
        )}
      </p>
      <div role="status" aria-label={`Test of ${id}`} className="text-xs not-empty:mt-1">
        {result !== null && (
          <Copyable text={result.copied}>
            {result.lines.map((line, index) => (
              <p
                key={line}
                className={`whitespace-pre-wrap ${index > 0 ? 'text-ink-2' : TONES[result.tone]}`}
              >
                <AgentText text={line} />
              </p>
            ))}
          </Copyable>
        )}
      </div>
      {isEdited && own !== undefined && (
        <AgentForm agent={own} takenNames={[]} close={() => setEdited(false)} />
      )}
    </li>
  );
}
