import { Tabs } from 'radix-ui';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { RunDetails } from '../../../../shared/runs.ts';
import { BareDetails } from '../../components/bare-details.tsx';
import { DetailsTab } from '../../components/details-tab.tsx';
import { ProblemWords } from '../../components/problem-words.tsx';
import { SettledElsewhereInFull } from '../../components/settled-elsewhere.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { useReturnOfFocus } from '../../state/use-return-of-focus.ts';
import { useTabWithSearch } from '../details/use-tab-with-search.ts';
import { PullFactsInFull } from '../pull/pull-facts-in-full.tsx';
import { PullStrip } from '../pull/pull-strip.tsx';
import { usePullReading } from '../pull/use-pull-reading.ts';
import { AttemptsInFull } from './attempts-in-full.tsx';
import { RunDetailsHeader } from './run-details-header.tsx';
import { RunFactsInFull } from './run-facts-in-full.tsx';
import { RunHistory } from './run-history.tsx';
import { RunOpenQuestion } from './run-open-question.tsx';
import { RunOutcome } from './run-outcome.tsx';
import { RunQuestions } from './run-questions.tsx';
import { RunRules } from './run-rules.tsx';
import { type RunDetailsState, useRunDetails } from './use-run-details.ts';
import { useRunQuestions } from './use-run-questions.ts';

/** Everything about one run, beside the board. */
export function RunDetailsPane({ runId }: { runId: string }) {
  const state = useRunDetails(runId);
  const pane = useReturnOfFocus();
  return (
    <aside
      ref={pane}
      tabIndex={-1}
      aria-label="Details"
      data-run-id={runId}
      className="details flex min-h-0 flex-col border-s border-line outline-offset-[-2px]"
    >
      <DetailsOf state={state} />
    </aside>
  );
}

function DetailsOf({ state }: { state: RunDetailsState }) {
  switch (state.state) {
    case 'reading':
      return (
        <BareDetails>
          <Skeleton label="Reading the run…" lines={8} />
        </BareDetails>
      );
    case 'not_found':
      return <BareDetails>There is no such run any more.</BareDetails>;
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

const CONTENT = 'min-h-0 flex-1 overflow-y-auto px-5 py-3 outline-offset-[-2px]';

function Found({ details }: { details: RunDetails }) {
  // The row on the board is the newer of the two while details are being read again.
  const run = useFleet((fleet) => fleet.board.runs.get(details.card.id)) ?? details.card;
  const questions = useRunQuestions(run);
  const reading = usePullReading(run);
  const { pull } = run;
  const [tab, setTab] = useTabWithSearch('attempts');
  return (
    <>
      <RunDetailsHeader run={run} />
      <SettledElsewhereInFull id={run.id} />
      <RunOpenQuestion run={run} workFolder={details.workFolder} questions={questions} />
      <RunOutcome run={run} />
      {pull !== null && <PullStrip run={run} pull={pull} reading={reading} />}
      <Tabs.Root value={tab} onValueChange={setTab} className="flex min-h-0 flex-1 flex-col">
        <Tabs.List
          aria-label="Details of the run"
          className="flex shrink-0 gap-4 border-b border-line px-5"
        >
          <DetailsTab value="attempts">Attempts</DetailsTab>
          {pull !== null && <DetailsTab value="pull">Pull request</DetailsTab>}
          <DetailsTab value="questions">Questions</DetailsTab>
          <DetailsTab value="facts">Facts</DetailsTab>
          <DetailsTab value="history">History</DetailsTab>
        </Tabs.List>
        <Tabs.Content
          value="attempts"
          className="flex min-h-0 flex-1 flex-col outline-offset-[-2px]"
        >
          <AttemptsInFull run={run} attempts={details.attempts} />
        </Tabs.Content>
        {pull !== null && (
          <Tabs.Content value="pull" className={CONTENT}>
            <PullFactsInFull pull={pull} reading={reading} />
          </Tabs.Content>
        )}
        <Tabs.Content value="questions" className={CONTENT}>
          <div className="space-y-5">
            <RunRules run={run} rules={details.rules} />
            <RunQuestions questions={questions} />
          </div>
        </Tabs.Content>
        <Tabs.Content value="facts" className={CONTENT}>
          <RunFactsInFull run={run} details={details} />
        </Tabs.Content>
        <Tabs.Content value="history" className={CONTENT}>
          <RunHistory history={details.history} />
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}
