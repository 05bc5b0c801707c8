import { useState } from 'react';
import type { SessionCard } from '../../../../shared/board.ts';
import type { DispatchEvent } from '../../../../shared/dispatch-events.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Button } from '../../components/button.tsx';
import { At } from '../../components/time.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { openTask } from '../../state/navigation.ts';
import { describeEvent } from './event-words.ts';
import { useLatestEvents } from './use-latest-events.ts';

const EVENTS_SHOWN = 5;

/** What it means to conduct, and what the conductor was told lately or still waits to be told. */
export function ConductorFeed({ session }: { session: SessionCard }) {
  const events = useLatestEvents(session.projectId, session.revision);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? events : events?.slice(0, EVENTS_SHOWN);
  return (
    <section
      aria-label={`Events of ${visibleText(session.projectName)}`}
      className="space-y-1 ps-4"
    >
      <p className="text-xs text-ink-3">
        Sends and spawns that settle in <AgentText text={session.projectName} /> are told to it in
        one message when it is idle.
        {events?.length === 0 && ' Nothing has settled yet.'}
      </p>
      {shown !== undefined && shown !== null && shown.length > 0 && (
        <ol className="text-xs">
          {shown.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      )}
      {events !== null && events.length > EVENTS_SHOWN && (
        <Button look="quiet" size="small" className="-ms-2" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${events.length - EVENTS_SHOWN} earlier`}
        </Button>
      )}
    </section>
  );
}

function EventRow({ event }: { event: DispatchEvent }) {
  const title = useFleet((fleet) => fleet.board.cards.get(event.taskId)?.title ?? event.taskId);
  const { state, word, line } = describeEvent(event);
  return (
    <li
      data-state={state}
      data-event={event.taskId}
      className="flex h-6 min-w-0 items-center gap-2 whitespace-nowrap"
    >
      <span className="w-14 shrink-0 text-ink-3">
        <At at={event.createdAt} />
      </span>
      <span aria-hidden="true" className="state-mark size-1.5 shrink-0 rounded-full" />
      <span className="state-ink w-16 shrink-0">{word}</span>
      <button
        type="button"
        onClick={() => openTask(event.taskId)}
        className="max-w-[45%] min-w-0 shrink-0 truncate rounded-sm text-ink hover:underline"
      >
        <AgentText text={title} cut />
      </button>
      <span className="min-w-0 flex-1 truncate text-ink-3">
        <AgentText text={line} cut />
      </span>
      <span className="shrink-0 text-ink-3">
        {event.deliveredAt === null ? (
          'waits'
        ) : (
          <>
            told <At at={event.deliveredAt} />
          </>
        )}
      </span>
    </li>
  );
}
