import { Direction } from 'radix-ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { assertNever } from '../../shared/assert-never.ts';
import { Announcements } from './components/announcements.tsx';
import { Notices } from './components/notices.tsx';
import { Board } from './features/board/board.tsx';
import { ConfigurationBanner } from './features/board/configuration-banner.tsx';
import { Header } from './features/board/header.tsx';
import { ConnectionBanner } from './features/daemon/connection-banner.tsx';
import { OldWriterBanner } from './features/daemon/old-writer-banner.tsx';
import { TroubleBanner } from './features/daemon/trouble-banner.tsx';
import { useKeptStanding } from './features/keys/use-kept-standing.ts';
import { useWindowKeys } from './features/keys/use-window-keys.ts';
import { Rail } from './features/rail/rail.tsx';
import { FailedStart } from './features/startup/failed-start.tsx';
import { Starting } from './features/startup/starting.tsx';
import { PendingCancels } from './features/triage/pending-cancels.tsx';
import { useSendAtTheEnd } from './features/triage/use-send-at-the-end.ts';
import { useShown } from './features/triage/use-shown.ts';
import { type Screen, useFleet } from './state/fleet-store.ts';
import { lazyPart } from './state/lazy-part.ts';
import { usePageDirection } from './state/page-direction.ts';

/** Not needed for the first board. */
const beyond = lazyPart(() => import('./beyond-the-board.ts'));
const DaemonsScreen = lazy(async () => ({ default: (await beyond()).DaemonsScreen }));
const Details = lazy(async () => ({ default: (await beyond()).Details }));
const KeyHelp = lazy(async () => ({ default: (await beyond()).KeyHelp }));
const Palette = lazy(async () => ({ default: (await beyond()).Palette }));
const RunDetailsPane = lazy(async () => ({ default: (await beyond()).RunDetailsPane }));
const RunDialogs = lazy(async () => ({ default: (await beyond()).RunDialogs }));
const SessionsScreen = lazy(async () => ({ default: (await beyond()).SessionsScreen }));
const SettingsScreen = lazy(async () => ({ default: (await beyond()).SettingsScreen }));
const StartDialog = lazy(async () => ({ default: (await beyond()).StartDialog }));

/** Large, and not even needed by everybody. */
const review = lazyPart(() => import('./features/review/review.tsx'));
const Review = lazy(async () => ({ default: (await review()).Review }));
const numbers = lazyPart(() => import('./features/numbers/numbers-screen.tsx'));
const NumbersScreen = lazy(async () => ({ default: (await numbers()).NumbersScreen }));

export function App() {
  return (
    <Direction.Provider dir={usePageDirection()}>
      <Started />
      <Announcements />
    </Direction.Provider>
  );
}

function Started() {
  const startup = useFleet((fleet) => fleet.startup);
  switch (startup.state) {
    case 'starting':
      return <Starting />;
    case 'failed':
      return <FailedStart problem={startup.problem} />;
    case 'ready':
      return <Ready />;
    default:
      return assertNever(startup);
  }
}

function useBeyondRead(): boolean {
  const isBoardRead = useFleet((fleet) => fleet.isBoardRead);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (!isBoardRead) return;
    beyond().then(
      () => setRead(true),
      // Whatever needs the part says why it is not there.
      () => {},
    );
  }, [isBoardRead]);
  return isRead;
}

/** There with its neighbours, none before the others: what is pressed for one that is not would go to the board. */
function Whole() {
  useEffect(() => useFleet.setState({ isWhole: true }), []);
  return null;
}

/** Read before anybody asks: then they are there when the daemon is not. */
function useReadAhead(isWhole: boolean): void {
  useEffect(() => {
    if (!isWhole || !('requestIdleCallback' in window)) return;
    const idle = requestIdleCallback(() => {
      // Whoever opens one that could not be read tries again.
      for (const part of [review, numbers]) part().catch(() => {});
    });
    return () => cancelIdleCallback(idle);
  }, [isWhole]);
}

function Ready() {
  const isBeyondRead = useBeyondRead();
  const isWhole = useFleet((fleet) => fleet.isWhole);
  useReadAhead(isWhole);
  useWindowKeys(isWhole);
  useKeptStanding();
  useSendAtTheEnd();
  useShown();
  const screen = useFleet((fleet) => fleet.screen);
  const openTaskId = useFleet((fleet) => fleet.openTaskId);
  const openRunId = useFleet((fleet) => fleet.openRunId);
  const reviewedRunId = useFleet((fleet) => fleet.reviewedRunId);
  const hasDetails = reviewedRunId === null && (openTaskId !== null || openRunId !== null);
  return (
    <div className="shell" data-details={hasDetails ? 'open' : 'closed'}>
      <Rail />
      <main tabIndex={-1} className="flex min-h-0 min-w-0 flex-col outline-offset-[-2px]">
        {reviewedRunId === null && <Header />}
        <ConnectionBanner />
        <TroubleBanner />
        <OldWriterBanner />
        <ConfigurationBanner />
        <Suspense>
          {reviewedRunId === null ? (
            <ScreenOf screen={screen} />
          ) : (
            <Review key={reviewedRunId} runId={reviewedRunId} />
          )}
        </Suspense>
      </main>
      <Suspense>
        {hasDetails && openTaskId !== null && <Details key={openTaskId} taskId={openTaskId} />}
        {hasDetails && openRunId !== null && <RunDetailsPane key={openRunId} runId={openRunId} />}
      </Suspense>
      {isBeyondRead && (
        <Suspense>
          <StartDialog />
          <RunDialogs />
          <Palette />
          <KeyHelp />
          <Whole />
        </Suspense>
      )}
      <Notices>
        <PendingCancels />
      </Notices>
    </div>
  );
}

function ScreenOf({ screen }: { screen: Screen }) {
  switch (screen) {
    case 'board':
      return <Board />;
    case 'sessions':
      return <SessionsScreen />;
    case 'daemons':
      return <DaemonsScreen />;
    case 'numbers':
      return (
        <Suspense>
          <NumbersScreen />
        </Suspense>
      );
    case 'settings':
      return <SettingsScreen />;
    default:
      return assertNever(screen);
  }
}
