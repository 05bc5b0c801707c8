import { ownerMark } from '../workers/process-group.ts';
import {
  type ProcessFacts,
  processesWithEnvironment,
  processFacts,
} from '../workers/process-table.ts';
import { type Finding, ok, warn } from './finding.ts';
import type { StoredFacts } from './stored-facts.ts';

/** Processes of workers whose daemon is gone. Only Linux tells other processes' environments. */
export async function examineProcesses(home: string, { daemons }: StoredFacts): Promise<Finding[]> {
  if (process.platform !== 'linux') return [];
  const all = await processesBearing(
    (line) => line.startsWith('FLEETBOARD_OWNER=') && line.endsWith(`@${home}`),
  );
  const marks = daemons
    .filter(({ stoppedAt, pid }) => stoppedAt === null && processFacts(pid) !== null)
    .map(({ owner }) => `FLEETBOARD_OWNER=${ownerMark({ ownerDaemon: owner, home })}`);
  const attended = (await processesBearing((line) => marks.includes(line))).map(({ pid }) => pid);
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
async function processesBearing(fits: (line: string) => boolean): Promise<readonly ProcessFacts[]> {
  return (await processesWithEnvironment(fits)).filter(
    ({ pid }) => pid !== process.pid && pid !== process.ppid,
  );
}
