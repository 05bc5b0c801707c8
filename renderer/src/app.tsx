import { lazy, Suspense } from 'react';
import { assertNever } from '../../shared/assert-never.ts';
import { Notices } from './components/notices.tsx';
import { Board } from './features/board/board.tsx';
import { ConfigurationBanner } from './features/board/configuration-banner.tsx';
import { Header } from './features/board/header.tsx';
import { ConnectionBanner } from './features/daemon/connection-banner.tsx';
import { DaemonsScreen } from './features/daemon/daemons-screen.tsx';
import { OldWriterBanner } from './features/daemon/old-writer-banner.tsx';
import { TroubleBanner } from './features/daemon/trouble-banner.tsx';
import { Details } from './features/details/details.tsx';
import { KeyHelp } from './features/keys/key-help.tsx';
import { useWindowKeys } from './features/keys/use-window-keys.ts';
import { StartDialog } from './features/new-task/start-dialog.tsx';
import { Palette } from './features/palette/palette.tsx';
import { Rail } from './features/rail/rail.tsx';
import { RunDialogs } from './features/review/run-dialogs.tsx';
import { RunDetailsPane } from './features/run/run-details.tsx';
import { SessionsScreen } from './features/sessions/sessions-screen.tsx';
import { SettingsScreen } from './features/settings/settings-screen.tsx';
import { FailedStart } from './features/startup/failed-start.tsx';
import { Starting } from './features/startup/starting.tsx';
import { PendingCancels } from './features/triage/pending-cancels.tsx';
import { useSendAtTheEnd } from './features/triage/use-send-at-the-end.ts';
import { useShown } from './features/triage/use-shown.ts';
import { type Screen, useFleet } from './state/fleet-store.ts';

/** Not needed for the first board, and large. */
const Review = lazy(async () => ({
  default: (await import('./features/review/review.tsx')).Review,
}));
const NumbersScreen = lazy(async () => ({
  default: (await import('./features/numbers/numbers-screen.tsx')).NumbersScreen,
}));

export function App() {
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

function Ready() {
  useWindowKeys();
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
      <main className="flex min-h-0 min-w-0 flex-col">
        {reviewedRunId === null && <Header />}
        <ConnectionBanner />
        <TroubleBanner />
        <OldWriterBanner />
        <ConfigurationBanner />
        {reviewedRunId === null ? (
          <ScreenOf screen={screen} />
        ) : (
          <Suspense>
            <Review key={reviewedRunId} runId={reviewedRunId} />
          </Suspense>
        )}
      </main>
      {hasDetails && openTaskId !== null && <Details key={openTaskId} taskId={openTaskId} />}
      {hasDetails && openRunId !== null && <RunDetailsPane key={openRunId} runId={openRunId} />}
      <StartDialog />
      <RunDialogs />
      <Palette />
      <KeyHelp />
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
