import { Tabs } from 'radix-ui';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { TaskDetails } from '../../../../shared/contract.ts';
import { BareDetails } from '../../components/bare-details.tsx';
import { DetailsTab } from '../../components/details-tab.tsx';
import { ProblemWords } from '../../components/problem-words.tsx';
import { SettledElsewhereInFull } from '../../components/settled-elsewhere.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { useReturnOfFocus } from '../../state/use-return-of-focus.ts';
import { DetailsHeader } from './details-header.tsx';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import { OpenQuestions } from './open-questions.tsx';
import { Outcome } from './outcome.tsx';
import { SessionTranscripts } from './transcript/session-transcripts.tsx';
import { useTabWithSearch } from './use-tab-with-search.ts';
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
      className="details flex min-h-0 flex-col border-s border-line outline-offset-[-2px]"
    >
      <DetailsOf state={state} />
    </aside>
  );
}

function DetailsOf({ state }: { state: ReturnType<typeof useTaskDetails> }) {
  switch (state.state) {
    case 'reading':
      return (
        <BareDetails>
          <Skeleton label="Reading the task…" lines={8} />
        </BareDetails>
      );
    case 'not_found':
      return <BareDetails>There is no such task any more.</BareDetails>;
    case 'failed':
      return (
        <BareDetails>
          <ProblemWords problem={state.problem} />
        </BareDetails>
      );
    case 'found':
      return <Found details={state.details} />;
    default:
      return assertNever(state);
  }
}

function Found({ details }: { details: TaskDetails }) {
  // The card on the board is the newer of the two while details are being read again.
  const card = useFleet((fleet) => fleet.board.cards.get(details.card.id)) ?? details.card;
  const [tab, setTab] = useTabWithSearch('transcript');
  return (
    <>
      <DetailsHeader card={card} />
      <SettledElsewhereInFull id={card.id} />
      <OpenQuestions card={card} details={details} />
      <Outcome card={card} digest={details.digest} />
      <Tabs.Root value={tab} onValueChange={setTab} className="flex min-h-0 flex-1 flex-col">
        <Tabs.List
          aria-label="Details of the task"
          className="flex shrink-0 gap-4 border-b border-line px-5"
        >
          <DetailsTab value="transcript">Transcript</DetailsTab>
          <DetailsTab value="facts">Facts</DetailsTab>
          <DetailsTab value="history">History</DetailsTab>
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
