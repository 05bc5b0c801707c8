import type { ReactNode } from 'react';
import { isInWindow } from '../api/daemon.ts';
import { useFleet } from '../state/fleet-store.ts';
import { ownershipOf } from '../state/ownership.ts';
import { showFolder } from '../state/person-actions.ts';
import { AgentText } from './agent-text.tsx';
import { IconButton } from './icon-button.tsx';
import { OWNERSHIP_WORDS } from './owner-tag.tsx';
import { At } from './time.tsx';

export function Owner({ owner }: { owner: string | null }) {
  const ownership = useFleet((fleet) => ownershipOf(fleet, owner));
  if (owner === null) return 'none: any daemon may take it';
  return ownership === 'here' ? owner : `${owner}, ${OWNERSHIP_WORDS[ownership]}`;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-baseline gap-4 py-0.5">
      <dt className="w-24 shrink-0 text-ink-3">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-baseline gap-1 break-words">{children}</dd>
    </div>
  );
}

export function Folder({ name, folder }: { name: string; folder: string }) {
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

export function Time({ name, at }: { name: string; at: number | null }) {
  if (at === null) return null;
  return (
    <Fact name={name}>
      <At at={at} />
    </Fact>
  );
}

/** A name that a person may want to copy as it is. */
export function Code({ text }: { text: string }) {
  return (
    <code className="font-mono text-xs break-all">
      <AgentText text={text} />
    </code>
  );
}
