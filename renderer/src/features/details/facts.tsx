import type { ReactNode } from 'react';
import type { Card } from '../../../../shared/board.ts';
import type { TaskDetails } from '../../../../shared/contract.ts';
import { isInWindow } from '../../api/daemon.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { OWNERSHIP_WORDS } from '../../components/owner-tag.tsx';
import { At } from '../../components/time.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { ownershipOf } from '../../state/ownership.ts';
import { showFolder } from '../../state/person-actions.ts';

export function Facts({ card, details }: { card: Card; details: TaskDetails }) {
  return (
    <dl className="readable">
      <Fact name="Agent">{card.agent}</Fact>
      <Fact name="Profile">{card.profile}</Fact>
      <Fact name="Kind">
        {card.kind}, {card.shape}
      </Fact>
      <Fact name="Attempts">
        {card.attempts} of {card.failureLimit} used
      </Fact>
      <Fact name="Generation">{card.generation}</Fact>
      <Fact name="Project">{card.projectName}</Fact>
      <Folder name="Folder" folder={details.folder} />
      {details.workFolder !== null && <Folder name="Work folder" folder={details.workFolder} />}
      {details.branch !== null && (
        <Fact name="Branch">
          <code className="font-mono text-xs break-all">{details.branch}</code>
        </Fact>
      )}
      <Fact name="Daemon">
        <Owner owner={card.ownerDaemon} />
      </Fact>
      {details.processId !== null && <Fact name="Process">{details.processId}</Fact>}
      <Time name="Created" at={card.createdAt} />
      <Time name="Started" at={card.startedAt} />
      <Time name="Settled" at={card.settledAt} />
      <Time name="Held until" at={card.heldUntil} />
      <Time name="Not before" at={card.notBefore} />
      <Fact name="Task">
        <code className="font-mono text-xs break-all">{card.id}</code>
      </Fact>
      {card.sessionId !== null && (
        <Fact name="Session">
          <code className="font-mono text-xs break-all">{card.sessionId}</code>
        </Fact>
      )}
    </dl>
  );
}

function Owner({ owner }: { owner: string | null }) {
  const ownership = useFleet((fleet) => ownershipOf(fleet, owner));
  if (owner === null) return 'none: any daemon may take it';
  return ownership === 'here' ? owner : `${owner}, ${OWNERSHIP_WORDS[ownership]}`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-baseline gap-4 py-0.5">
      <dt className="w-24 shrink-0 text-ink-3">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-baseline gap-1 break-words">{children}</dd>
    </div>
  );
}

function Folder({ name, folder }: { name: string; folder: string }) {
  return (
    <Fact name={name}>
      <span className="min-w-0 font-mono text-xs break-all">
        <AgentText text={folder} />
      </span>
      {isInWindow() && (
        <IconButton
          icon="reveal"
          label={`Reveal ${name.toLowerCase()}`}
          className="-my-1 self-center"
          onClick={() => void showFolder(folder)}
        />
      )}
    </Fact>
  );
}

function Time({ name, at }: { name: string; at: number | null }) {
  if (at === null) return null;
  return (
    <Fact name={name}>
      <At at={at} />
    </Fact>
  );
}
