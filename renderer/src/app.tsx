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
import { NewTaskDialog } from './features/new-task/new-task-dialog.tsx';
import { Rail } from './features/rail/rail.tsx';
import { SessionsScreen } from './features/sessions/sessions-screen.tsx';
import { SettingsScreen } from './features/settings/settings-screen.tsx';
import { FailedStart } from './features/startup/failed-start.tsx';
import { Starting } from './features/startup/starting.tsx';
import { type Screen, useFleet } from './state/fleet-store.ts';
import { useWindowKeys } from './state/window-keys.ts';

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
  const screen = useFleet((fleet) => fleet.screen);
  const openTaskId = useFleet((fleet) => fleet.openTaskId);
  return (
    <div className="shell" data-details={openTaskId === null ? 'closed' : 'open'}>
      <Rail />
      <main className="flex min-h-0 min-w-0 flex-col">
        <Header />
        <ConnectionBanner />
        <TroubleBanner />
        <OldWriterBanner />
        <ConfigurationBanner />
        <ScreenOf screen={screen} />
      </main>
      {openTaskId !== null && <Details key={openTaskId} taskId={openTaskId} />}
      <NewTaskDialog />
      <Notices />
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
    case 'settings':
      return <SettingsScreen />;
    default:
      return assertNever(screen);
  }
}
