import { useState } from 'react';
import type { Catalog } from '../../../../shared/contract.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/screen.tsx';
import { DetectedAgents } from '../agents/detected-agents.tsx';
import { AgentForm } from './agent-form.tsx';
import { AgentRow } from './agent-row.tsx';

export function AgentsSection({ catalog, settings }: { catalog: Catalog; settings: Settings }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section title="Agents">
      <ul className="divide-y divide-line">
        {catalog.agents.map((agent) => (
          <AgentRow
            key={agent.id}
            agent={agent}
            own={settings.agents.find(({ id }) => id === agent.id)}
          />
        ))}
      </ul>
      <Button size="small" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
        Add an agent
      </Button>
      {isAdding && (
        <AgentForm
          agent={null}
          takenNames={catalog.agents.map(({ id }) => id)}
          close={() => setAdding(false)}
        />
      )}
      <DetectedAgents />
    </Section>
  );
}
