import type { ReactNode } from 'react';
import { type Reason, reasonAsText } from '../state/reason.ts';
import { AgentText } from './agent-text.tsx';
import { Copyable } from './copyable.tsx';

/** Where what was refused was asked for. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="readable rounded-md bg-failed-wash px-3 py-2">
      {children}
    </div>
  );
}

interface ReasonWordsProps {
  readonly reason: Reason;
  /** What is shown below, and belongs to a report of it. */
  readonly further?: readonly string[];
}

/** What happened and what to do. The code that a report would need is in what is copied. */
export function ReasonWords({ reason, further = [] }: ReasonWordsProps) {
  return (
    <Copyable text={[reasonAsText(reason), ...further].join('\n')}>
      {typeof reason === 'string' ? (
        <AgentText text={reason} />
      ) : (
        <>
          <p className="text-failed-ink">
            <AgentText text={reason.message} />
          </p>
          <p className="text-ink-2">
            <AgentText text={reason.nextStep} />
          </p>
        </>
      )}
    </Copyable>
  );
}
