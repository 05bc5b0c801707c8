import { ownerMark } from '../workers/process-group.ts';
import {
  type ProcessFacts,
  processesWithEnvironment,
  processFacts,
} from '../workers/process-table.ts';
import { type Finding, ok, warn } from './finding.ts';
import type { StoredFacts } from './stored-facts.ts';

/** Processes of workers whose daemon is gone. Only Linux tells other processes' environments. */
export function examineProcesses(home: string, { daemons }: StoredFacts): Finding[] {
  if (process.platform !== 'linux') return [];
  const all = processesBearing(
    (line) => line.startsWith('FLEETBOARD_OWNER=') && line.endsWith(`@${home}`),
  );
  const attended = daemons
    .filter(({ stoppedAt, pid }) => stoppedAt === null && processFacts(pid) !== null)
    .flatMap(({ owner }) => {
      const mark = `FLEETBOARD_OWNER=${ownerMark({ ownerDaemon: owner, home })}`;
      return processesBearing((line) => line === mark).map(({ pid }) => pid);
    });
  const left = all.filter(({ pid }) => !attended.includes(pid));
  if (left.length === 0) return [ok('Processes', `${all.length} of workers, none left behind`)];
  return [
    warn(
      'Processes',
      `Left behind by a daemon that is gone: ${left.map(({ pid }) => pid).join(', ')}.`,
      'Start that daemon again: it finds and ends them.',
    ),
  ];
}

/** This command may itself run in a worker. */
function processesBearing(fits: (line: string) => boolean): readonly ProcessFacts[] {
  return processesWithEnvironment(fits).filter(
    ({ pid }) => pid !== process.pid && pid !== process.ppid,
  );
}
