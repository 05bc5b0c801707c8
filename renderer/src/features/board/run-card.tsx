import { type KeyboardEvent, type MouseEvent, memo, useId, useState } from 'react';
import type { RunCard } from '../../../../shared/runs.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { Age } from '../../components/time.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { openRun } from '../../state/navigation.ts';
import { isRunOwnerAway } from '../../state/ownership.ts';
import { arrowsOf, usePageDirection } from '../../state/page-direction.ts';
import { PullLine } from '../pull/pull-line.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { RunActions } from './run-actions.tsx';
import { RunAttempts } from './run-attempts.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunNews } from './run-news.tsx';
import { RunQuestion } from './run-question.tsx';

/** A run that unfolds into its attempts. Renders when its own row changes, and for nothing else on the board. */
export const BoardRun = memo(function BoardRun({ id }: { id: string }) {
  const run = useFleet((fleet) => fleet.board.runs.get(id));
  const isSelected = useFleet((fleet) => fleet.openRunId === id);
  return run === undefined ? null : <RunFace run={run} isSelected={isSelected} />;
});

/** By run: what a person unfolded stays so when the run moves to another lane, which makes a new element of it. */
const unfolded = new Set<string>();

function RunFace({ run, isSelected }: { run: RunCard; isSelected: boolean }) {
  const id = useId();
  const focus = useKeptFocus(run.id);
  const isAway = useFleet((fleet) => isRunOwnerAway(fleet, run));
  const direction = usePageDirection();
  const [isUnfolded, setUnfolded] = useState(unfolded.has(run.id));

  function unfold(isWanted: boolean) {
    if (isWanted) unfolded.add(run.id);
    else unfolded.delete(run.id);
    setUnfolded(isWanted);
  }

  function press(event: KeyboardEvent) {
    if (event.target !== event.currentTarget) return;
    const { back, forward } = arrowsOf(direction);
    if (event.key === 'Enter') openRun(run.id);
    else if (event.key === forward) unfold(true);
    else if (event.key === back) unfold(false);
    else return;
    event.preventDefault();
  }

  return (
    <article
      {...focus}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a card is where the keyboard stands on the board.
      tabIndex={0}
      aria-labelledby={`${id}-title`}
      aria-current={isSelected ? 'true' : undefined}
      data-run-id={run.id}
      data-state={run.state}
      data-run-status={run.status}
      data-selected={isSelected}
      data-away={isAway}
      data-put-away={run.status === 'discarded' || run.state === 'cancelled'}
      className="card run-card"
      onClick={(event) => {
        if (isOnRunItself(event)) openRun(run.id);
      }}
      onKeyDown={press}
    >
      <div className="flex items-baseline gap-2">
        <h3 id={`${id}-title`} dir="auto" className="min-w-0 flex-1 truncate font-medium">
          <AgentText text={run.title} cut />
        </h3>
        <span className="shrink-0 text-2xs text-ink-3">
          <Age at={run.createdAt} />
        </span>
      </div>
      <RunFacts run={run} />
      {run.question === null ? (
        <RunNews run={run} />
      ) : (
        <RunQuestion run={run} question={run.question} />
      )}
      {run.pull !== null && <PullLine pull={run.pull} />}
      {run.attempts.length > 0 && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          aria-controls={`${id}-attempts`}
          onClick={() => unfold(!isUnfolded)}
          className="run-unfold"
        >
          <Icon
            name="chevron"
            className={`size-3 motion-safe:transition-transform motion-safe:duration-100 ${isUnfolded ? 'rotate-90' : ''}`}
          />
          {run.attempts.length === 1 ? '1 attempt' : `${run.attempts.length} attempts`}
          <AttemptDots run={run} />
        </button>
      )}
      <div id={`${id}-attempts`} hidden={!isUnfolded}>
        {isUnfolded && <RunAttempts run={run} />}
      </div>
      <RunActions run={run} />
    </article>
  );
}

const DOTS_SHOWN = 12;

/** One mark per attempt in the colour of what came of it; the words are one press away. */
function AttemptDots({ run }: { run: RunCard }) {
  return (
    <span aria-hidden="true" className="flex items-center gap-0.75 ps-1">
      {run.attempts.slice(-DOTS_SHOWN).map((attempt) => (
        <span
          key={attempt.ordinal}
          data-outcome={attempt.outcome ?? 'open'}
          data-state={attempt.outcome === null ? attempt.state : undefined}
          className="attempt-dot"
        />
      ))}
    </span>
  );
}

/** Not on one of its buttons or attempts, and not the end of selecting text. */
function isOnRunItself(event: MouseEvent): boolean {
  return !(event.target instanceof Element && event.target.closest('button, ol') !== null);
}
