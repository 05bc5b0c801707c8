import type { Card } from '../../../../shared/board.ts';
import { isTerminal } from '../../../../shared/terminal-statuses.ts';
import { TaskActionButtons } from '../../components/action-buttons.tsx';
import { AgentText } from '../../components/agent-text.tsx';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { TaskOwnerTag } from '../../components/owner-tag.tsx';
import { stateWord } from '../../components/state-words.ts';
import { Elapsed } from '../../components/time.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { closeDetails, openRun } from '../../state/navigation.ts';

export function DetailsHeader({ card }: { card: Card }) {
  return (
    <header data-state={card.state} className="space-y-2 pt-2 pe-3 pb-3 ps-5">
      <div className="flex h-8 items-center gap-2">
        <span aria-hidden="true" className="state-mark h-3.5 w-1 rounded-full" />
        <p className="min-w-0 flex-1 truncate text-xs">
          <span className="state-ink font-medium">{stateWord(card)}</span>
          {card.startedAt !== null && (
            <span className="text-ink-3">
              {isTerminal(card.status) ? ' after ' : ' · '}
              <Elapsed
                since={card.startedAt}
                until={isTerminal(card.status) ? (card.settledAt ?? card.updatedAt) : null}
              />
            </span>
          )}
          {card.dismissedBy !== null && (
            <span className="text-ink-3">
              {' '}
              · put away by <AgentText text={card.dismissedBy} />
            </span>
          )}
        </p>
        <TaskActionButtons card={card} />
        <IconButton icon="close" label="Close details" onClick={closeDetails} />
      </div>
      <h2 className="readable line-clamp-3 pe-2 text-[15px] leading-5 font-semibold break-words">
        <AgentText text={card.title} />
      </h2>
      {card.runId !== null && <BackToRun runId={card.runId} />}
      <p className="flex items-baseline gap-2 text-xs text-ink-3">
        <span className="min-w-0 truncate">
          {card.agent} · {card.kind} · <AgentText text={card.projectName} />
          {card.branch !== null && (
            <>
              {' · '}
              <AgentText text={card.branch} />
            </>
          )}
        </span>
        <TaskOwnerTag card={card} />
      </p>
    </header>
  );
}

/** An attempt of a run is no card of its own: the way back leads to its run. */
function BackToRun({ runId }: { runId: string }) {
  const isOnBoard = useFleet(({ board }) => board.runs.has(runId));
  return isOnBoard ? (
    <Button look="quiet" size="small" className="-ms-2" onClick={() => openRun(runId)}>
      Back to its run
    </Button>
  ) : null;
}
