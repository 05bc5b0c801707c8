import { Tabs } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { TaskDetails } from '../../../../shared/contract.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { ProblemWords } from '../../components/problem-words.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { closeTask } from '../../state/navigation.ts';
import { DetailsHeader } from './details-header.tsx';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import { OpenQuestions } from './open-questions.tsx';
import { Outcome } from './outcome.tsx';
import { SessionTranscripts } from './transcript/session-transcripts.tsx';
import { useTaskDetails } from './use-task-details.ts';

/** Everything about one task, beside the board. */
export function Details({ taskId }: { taskId: string }) {
  const state = useTaskDetails(taskId);
  const pane = useReturnOfFocus();
  return (
    <aside
      ref={pane}
      tabIndex={-1}
      aria-label="Details"
      data-task-id={taskId}
      className="details flex min-h-0 flex-col border-l border-line outline-none"
    >
      <DetailsOf state={state} />
    </aside>
  );
}

function DetailsOf({ state }: { state: ReturnType<typeof useTaskDetails> }) {
  switch (state.state) {
    case 'reading':
      return <Bare>{null}</Bare>;
    case 'not_found':
      return <Bare>There is no such task any more.</Bare>;
    case 'failed':
      return (
        <Bare>
          <ProblemWords problem={state.problem} />
        </Bare>
      );
    case 'found':
      return <Found details={state.details} />;
    default:
      return assertNever(state);
  }
}

function Bare({ children }: { children: React.ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4 py-2 pr-3 pl-5">
      <div className="readable py-1">{children}</div>
      <IconButton icon="close" label="Close details" onClick={closeTask} />
    </div>
  );
}

function Found({ details }: { details: TaskDetails }) {
  // The card on the board is the newer of the two while details are being read again.
  const card = useFleet((fleet) => fleet.board.cards.get(details.card.id)) ?? details.card;
  return (
    <>
      <DetailsHeader card={card} />
      <OpenQuestions card={card} approvals={details.approvals} />
      <Outcome card={card} digest={details.digest} />
      <Tabs.Root defaultValue="transcript" className="flex min-h-0 flex-1 flex-col">
        <Tabs.List
          aria-label="Details of the task"
          className="flex shrink-0 gap-4 border-b border-line px-5"
        >
          <Tab value="transcript">Transcript</Tab>
          <Tab value="facts">Facts</Tab>
          <Tab value="history">History</Tab>
        </Tabs.List>
        <Tabs.Content
          value="transcript"
          className="flex min-h-0 flex-1 flex-col outline-offset-[-2px]"
        >
          <SessionTranscripts details={details} card={card} />
        </Tabs.Content>
        <Tabs.Content
          value="facts"
          className="min-h-0 flex-1 overflow-y-auto px-5 py-3 outline-offset-[-2px]"
        >
          <Facts card={card} details={details} />
        </Tabs.Content>
        <Tabs.Content
          value="history"
          className="min-h-0 flex-1 overflow-y-auto px-5 py-3 outline-offset-[-2px]"
        >
          <History details={details} />
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}

function Tab({ value, children }: { value: string; children: string }) {
  return (
    <Tabs.Trigger
      value={value}
      className="-mb-px border-b-2 border-transparent py-2 text-ink-3 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
    >
      {children}
    </Tabs.Trigger>
  );
}

/** Closing the pane gives the focus back to the card, if it was in the pane. */
function useReturnOfFocus() {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    const element = pane.current;
    return () => {
      const isLost =
        document.activeElement === document.body || element?.contains(document.activeElement);
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return pane;
}
