import { Direction } from 'radix-ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
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
import { FrameBatch } from './state/frame-batch.ts';
import { lazyPart } from './state/lazy-part.ts';
import { refuse } from './state/notices.ts';
import { usePageDirection } from './state/page-direction.ts';

/** Not needed for the first board. */
const beyond = lazyPart(() => import('./beyond-the-board.ts'));
type Beyond = Awaited<ReturnType<typeof beyond>>;

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

/**
 * Everything beyond the first board; null until it has been read. Not as lazy components: React may keep those back for a
 * third of a second, in which what is typed for them would go to the board.
 */
function useBeyond(): Beyond | null {
  const isBoardRead = useFleet((fleet) => fleet.isBoardRead);
  const [parts, setParts] = useState<Beyond | null>(null);
  useEffect(() => {
    if (!isBoardRead) return;
    // The frame that is about to be painted is the first board's.
    new FrameBatch(() => {
      beyond().then(
        (read) => {
          flushSync(() => setParts(read));
          useFleet.setState({ isWhole: true });
        },
        (error: unknown) =>
          refuse('The window', error instanceof Error ? error.message : String(error)),
      );
    }).request();
  }, [isBoardRead]);
  return parts;
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
  const parts = useBeyond();
  useReadAhead(parts !== null);
  useWindowKeys(parts !== null);
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
            <ScreenOf screen={screen} parts={parts} />
          ) : (
            <Review key={reviewedRunId} runId={reviewedRunId} />
          )}
        </Suspense>
      </main>
      {parts !== null && (
        <>
          {hasDetails && openTaskId !== null && (
            <parts.Details key={openTaskId} taskId={openTaskId} />
          )}
          {hasDetails && openRunId !== null && (
            <parts.RunDetailsPane key={openRunId} runId={openRunId} />
          )}
          <parts.StartDialog />
          <parts.RunDialogs />
          <parts.Palette />
          <parts.KeyHelp />
        </>
      )}
      <Notices>
        <PendingCancels />
      </Notices>
    </div>
  );
}

function ScreenOf({ screen, parts }: { screen: Screen; parts: Beyond | null }) {
  switch (screen) {
    case 'board':
      return <Board />;
    case 'sessions':
      return parts && <parts.SessionsScreen />;
    case 'daemons':
      return parts && <parts.DaemonsScreen />;
    case 'numbers':
      return <NumbersScreen />;
    case 'settings':
      return parts && <parts.SettingsScreen />;
    default:
      return assertNever(screen);
  }
}
