import type { ReactNode } from 'react';
import { closeDetails } from '../state/navigation.ts';
import { IconButton } from './icon-button.tsx';

/** A details pane that has nothing to show but a few words. */
export function BareDetails({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4 py-2 pe-3 ps-5">
      <div className="readable min-w-0 flex-1 py-1">{children}</div>
      <IconButton icon="close" label="Close details" onClick={closeDetails} />
    </div>
  );
}
