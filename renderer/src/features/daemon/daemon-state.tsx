import { assertNever } from '../../../../shared/assert-never.ts';
import type { DaemonSummary } from '../../../../shared/fleet.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { At } from '../../components/time.tsx';
import { howToStart } from '../../state/daemon-words.ts';

interface DaemonStateProps {
  readonly daemon: DaemonSummary;
  readonly openTasks: number;
}

/** How a daemon fares, what that means for its work, and which process it is or was. */
export function DaemonState({ daemon, openTasks }: DaemonStateProps) {
  return (
    <>
      <span className="state-ink font-medium">
        <StateWord daemon={daemon} />
      </span>{' '}
      · <AgentText text={daemon.machine} /> · pid {daemon.pid}
      {daemon.state !== 'live' && (
        <span className={openTasks === 0 ? 'block' : 'block text-ink-2'}>
          {whatWaits(openTasks)}
          {openTasks > 0 && ` ${howToStart(daemon.owner)}`}
        </span>
      )}
    </>
  );
}

function StateWord({ daemon }: { daemon: DaemonSummary }) {
  switch (daemon.state) {
    case 'live':
      return 'Live';
    case 'silent':
      return (
        <>
          Silent since <At at={daemon.heartbeatAt} />
        </>
      );
    case 'stopped':
      return 'Stopped';
    default:
      return assertNever(daemon.state);
  }
}

function whatWaits(openTasks: number): string {
  if (openTasks === 0) return 'It owns no open task, so nothing waits for it.';
  return openTasks === 1
    ? 'Its open task waits; nobody else takes it.'
    : `Its ${openTasks} open tasks wait; nobody else takes them.`;
}
