import { assertNever } from '../../../../shared/assert-never.ts';
import type { Card } from '../../../../shared/board.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { TaskOwnerTag } from '../../components/owner-tag.tsx';
import { SettledElsewhereOnCard } from '../../components/settled-elsewhere.tsx';
import { At, Remaining } from '../../components/time.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { isOwnerAway, ownershipOf } from '../../state/ownership.ts';

/** The third line: what happened last, or what it came to. */
export function CardNews({ card }: { card: Card }) {
  return (
    <p className="flex items-center gap-2 text-xs text-ink-2">
      <span dir="auto" className="min-w-0 flex-1 truncate">
        <SettledElsewhereOnCard id={card.id} />
        <News card={card} />
      </span>
      <TaskOwnerTag card={card} />
    </p>
  );
}

function News({ card }: { card: Card }) {
  const isAway = useFleet((fleet) => isOwnerAway(fleet, card));
  if (isAway) return <Quiet>Waits for its daemon</Quiet>;
  switch (card.state) {
    case 'awaiting':
      return card.heldUntil === null ? (
        'Held'
      ) : (
        <>
          Held by hand until <At at={card.heldUntil} />
        </>
      );
    case 'failed':
    case 'blocked':
      return <Failure card={card} />;
    case 'working':
    case 'idle':
      return <LastActivity card={card} />;
    case 'queued':
      return <WhyItWaits card={card} />;
    case 'disconnected':
      return 'Its worker went away without saying why';
    case 'done':
      return (
        <>
          {card.dismissedBy !== null && <Quiet>Reviewed by {card.dismissedBy} · </Quiet>}
          {card.digest === null ? (
            <Quiet>Nothing to read</Quiet>
          ) : (
            <AgentText text={firstLine(card.digest)} cut />
          )}
        </>
      );
    case 'cancelled':
      return <Quiet>{card.error?.message ?? 'Cancelled by a person'}</Quiet>;
    default:
      return assertNever(card.state);
  }
}

function Failure({ card }: { card: Card }) {
  const message = card.error?.message ?? 'It failed without a message';
  if (card.dismissedBy !== null) {
    return (
      <Quiet>
        Dismissed by {card.dismissedBy} · <AgentText text={firstLine(message)} cut />
      </Quiet>
    );
  }
  return <AgentText text={firstLine(message)} className="text-failed-ink" cut />;
}

function LastActivity({ card }: { card: Card }) {
  const ownership = useFleet((fleet) => ownershipOf(fleet, card.ownerDaemon));
  const line = useFleet((fleet) =>
    card.sessionId === null ? undefined : fleet.activity.get(card.sessionId)?.line,
  );
  // News are told by the daemon that runs the worker, to its own windows.
  if (ownership === 'live') return <Quiet>At work under another daemon</Quiet>;
  if (line === undefined || line === '') return <Quiet>Starting…</Quiet>;
  return <AgentText text={line} cut />;
}

function WhyItWaits({ card }: { card: Card }) {
  if (card.notBefore !== null && card.notBefore > Date.now()) {
    return (
      <>
        <Quiet>
          Tries again in <Remaining until={card.notBefore} />
        </Quiet>
        {card.error !== null && (
          <>
            {' · '}
            <AgentText text={firstLine(card.error.message)} cut />
          </>
        )}
      </>
    );
  }
  return <Quiet>{card.kind === 'send' ? 'Waits for its session' : 'Waits for a worker'}</Quiet>;
}

function Quiet({ children }: { children: React.ReactNode }) {
  return <span className="text-ink-3">{children}</span>;
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}
