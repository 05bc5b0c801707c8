import { type KeyboardEvent, type MouseEvent, memo, useId } from 'react';
import type { Card } from '../../../../shared/board.ts';
import { isTerminal } from '../../../../shared/terminal-statuses.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { stateWord } from '../../components/state-words.ts';
import { Age, Elapsed } from '../../components/time.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { openTask } from '../../state/navigation.ts';
import { isOwnerAway } from '../../state/ownership.ts';
import { CardActions } from './card-actions.tsx';
import { CardNews } from './card-news.tsx';
import { CardQuestion } from './card-question.tsx';
import { useKeptFocus } from './kept-focus.ts';

/** Renders when its own row changes, and for nothing else on the board. */
export const BoardCard = memo(function BoardCard({ id }: { id: string }) {
  const card = useFleet((fleet) => fleet.board.cards.get(id));
  const isSelected = useFleet((fleet) => fleet.openTaskId === id);
  return card === undefined ? null : <CardFace card={card} isSelected={isSelected} />;
});

function CardFace({ card, isSelected }: { card: Card; isSelected: boolean }) {
  const titleId = useId();
  const focus = useKeptFocus(card.id);
  const isAway = useFleet((fleet) => isOwnerAway(fleet, card));
  return (
    <article
      {...focus}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a card is where the keyboard stands on the board.
      tabIndex={0}
      aria-labelledby={titleId}
      aria-current={isSelected ? 'true' : undefined}
      data-task-id={card.id}
      data-state={card.state}
      data-selected={isSelected}
      data-away={isAway}
      data-put-away={card.dismissedBy !== null || card.state === 'cancelled'}
      className="card"
      onClick={(event) => {
        if (isOnCardItself(event)) openTask(card.id);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) openTask(card.id);
      }}
    >
      <div className="flex items-baseline gap-2">
        <h3 id={titleId} dir="auto" className="min-w-0 flex-1 truncate font-medium">
          <AgentText text={card.title} cut />
        </h3>
        <span className="shrink-0 text-2xs text-ink-3">
          <Age at={card.createdAt} />
        </span>
      </div>
      <Facts card={card} />
      {card.question === null ? (
        <CardNews card={card} />
      ) : (
        <CardQuestion card={card} question={card.question} />
      )}
      <CardActions card={card} />
    </article>
  );
}

/** Where it stands and who does it, the least telling last: that is what is cut where there is no room. */
function Facts({ card }: { card: Card }) {
  const facts = [
    card.shape === 'scout' ? `scout ${card.kind}` : card.kind,
    card.projectName,
    ...(card.attempts > 0 ? [`attempt ${card.attempts} of ${card.failureLimit}`] : []),
    ...(card.branch === null ? [] : [card.branch]),
  ].map(visibleText);
  return (
    <p className="flex items-baseline gap-2 text-xs text-ink-3">
      <span className="min-w-0 flex-1 truncate" title={facts.join(' · ')}>
        <StateWord card={card} />
        <span className="text-ink-2">{card.agent}</span>
        {facts.map((fact) => ` · ${fact}`)}
      </span>
      {card.startedAt !== null && (
        <span className="shrink-0 text-2xs">
          <Elapsed
            since={card.startedAt}
            until={isTerminal(card.status) ? (card.settledAt ?? card.updatedAt) : null}
          />
        </span>
      )}
    </p>
  );
}

/** Written out where the lane alone does not say it; always there for those who cannot see the mark. */
function StateWord({ card }: { card: Card }) {
  const isSaidByLane = card.state === 'working' || card.state === 'done' || card.question !== null;
  return (
    <>
      <span className={isSaidByLane ? 'sr-only' : 'state-ink font-medium'}>{stateWord(card)}</span>
      {!isSaidByLane && ' · '}
    </>
  );
}

/** Not on one of its buttons, and not the end of selecting text. */
function isOnCardItself(event: MouseEvent): boolean {
  return !(event.target instanceof Element && event.target.closest('button') !== null);
}
