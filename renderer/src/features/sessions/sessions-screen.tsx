import { Screen } from '../../components/screen.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { SessionRow } from './session-row.tsx';

/** Every conversation that is live, those that wait for a person first. */
export function SessionsScreen() {
  const sessions = useFleet((fleet) => fleet.board.liveSessions);
  const live = [...sessions.values()].sort(
    (a, b) =>
      Number(b.state === 'awaiting') - Number(a.state === 'awaiting') || b.createdAt - a.createdAt,
  );
  return (
    <Screen title="Sessions">
      {live.length === 0 ? (
        <p className="text-ink-2">
          No session is live. One begins with each task, and stays after it for as long as its agent
          runs: then you can send it another prompt from here.
        </p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {live.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Screen>
  );
}
