import type { DaemonSummary } from '../../../../shared/fleet.ts';
import { Ago, At } from '../../components/time.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { inOrderOfInterest } from './daemon-order.ts';
import { DaemonState } from './daemon-state.tsx';

export function DaemonTable({ daemons }: { daemons: readonly DaemonSummary[] }) {
  const openWork = useFleet((fleet) => fleet.board.tally.openByOwner);
  const here = daemons.find((daemon) => daemon.isThis);
  return (
    <table className="w-full table-fixed border-b border-line">
      <thead className="border-b border-line text-xs text-ink-3">
        <tr className="h-8 text-start [&>th]:font-normal">
          <th className="w-[33%] ps-4">Daemon</th>
          <th className="w-[19%]">Last heartbeat</th>
          <th className="w-[22%]">Started</th>
          <th className="w-[12%]">Version</th>
          <th className="text-end">Open tasks</th>
        </tr>
      </thead>
      {inOrderOfInterest(daemons).map((daemon) => (
        <DaemonRows
          key={daemon.owner}
          daemon={daemon}
          openTasks={openWork.get(daemon.owner) ?? 0}
          isOfOtherVersion={here !== undefined && daemon.version !== here.version}
        />
      ))}
    </table>
  );
}

interface DaemonRowsProps {
  readonly daemon: DaemonSummary;
  readonly openTasks: number;
  readonly isOfOtherVersion: boolean;
}

function DaemonRows({ daemon, openTasks, isOfOtherVersion }: DaemonRowsProps) {
  const isStopped = daemon.state === 'stopped';
  return (
    <tbody
      data-daemon={daemon.owner}
      data-state={daemon.state}
      data-put-away={daemon.state === 'silent' && openTasks === 0}
      className="border-t border-line first-of-type:border-t-0"
    >
      <tr className="align-baseline [&>*]:pt-2.5">
        <th scope="row" className="relative ps-4 text-start font-medium">
          <span
            aria-hidden="true"
            className="state-mark absolute top-3 inset-s-0 h-8 w-1 rounded-full"
          />
          <span className={isStopped ? 'text-ink-2' : ''}>{daemon.owner}</span>
          {daemon.isThis && (
            <span className="ms-2 text-xs font-normal text-ink-3">this window</span>
          )}
        </th>
        <td className="text-ink-2">
          <Ago at={daemon.heartbeatAt} />
        </td>
        <td className="text-ink-2">
          <At at={daemon.startedAt} />
        </td>
        <td className={isOfOtherVersion && !isStopped ? 'text-awaiting-ink' : 'text-ink-2'}>
          <span className="block truncate" title={daemon.version}>
            {daemon.version}
          </span>
        </td>
        <td className={openTasks === 0 ? 'text-end text-ink-3' : 'text-end'}>{openTasks}</td>
      </tr>
      <tr className="text-xs text-ink-3">
        <td colSpan={5} className="pt-0.5 pb-2.5 ps-4">
          <DaemonState daemon={daemon} openTasks={openTasks} />
        </td>
      </tr>
    </tbody>
  );
}
