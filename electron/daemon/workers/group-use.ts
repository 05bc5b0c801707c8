import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessUse } from '../../../shared/processes.ts';
import { groupMembers } from './process-table.ts';

/** Two looks that are closer together tell nothing of how busy something is. */
const SHORTEST_GAP_MS = 200;
/** What was seen longer ago says how busy it was then, not now. */
const LONGEST_GAP_MS = 10_000;
/** Linux tells times in hundredths of a second on every machine that it runs on. */
const TICK_MS = 10;
const KIBIBYTE = 1024;

/** One process at one moment. */
interface ProcessSample {
  readonly pid: number;
  readonly cpuMs: number;
  readonly memoryBytes: number;
  readonly isShared: boolean;
}

interface GroupSample {
  readonly takenAt: number;
  readonly processes: readonly ProcessSample[];
}

/** Looks at what process groups use. How busy one is comes from two looks: the last one is remembered. */
export class GroupUse {
  readonly #last = new Map<number, GroupSample>();

  /** Null when no process of the group is left; `not_known` where the system does not tell. */
  async measure(group: number): Promise<ProcessUse | 'not_known' | null> {
    if (process.platform === 'win32') return 'not_known';
    this.#forgetOld();
    let before = this.#last.get(group);
    if (before === undefined || performance.now() - before.takenAt < SHORTEST_GAP_MS) {
      before ??= await sampleOf(group);
      await pause(SHORTEST_GAP_MS);
    }
    const now = await sampleOf(group);
    if (now.processes.length === 0) return null;
    this.#last.set(group, now);
    return {
      pid: group,
      count: now.processes.length,
      memoryBytes: now.processes.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
      sharedMemory: now.processes.some(({ isShared }) => isShared)
        ? 'counted_for_each'
        : 'counted_once',
      cpuPercent: busyPercent(before, now),
    };
  }

  #forgetOld(): void {
    const oldest = performance.now() - LONGEST_GAP_MS;
    for (const [group, { takenAt }] of this.#last) if (takenAt < oldest) this.#last.delete(group);
  }
}

/** Of one core. What ended between the looks is not known any more; what began in between is counted from its start. */
function busyPercent(before: GroupSample, now: GroupSample): number {
  const known = new Map(before.processes.map(({ pid, cpuMs }) => [pid, cpuMs]));
  const busyMs = now.processes.reduce(
    (sum, { pid, cpuMs }) => sum + Math.max(0, cpuMs - (known.get(pid) ?? 0)),
    0,
  );
  return (busyMs / (now.takenAt - before.takenAt)) * 100;
}

async function sampleOf(group: number): Promise<GroupSample> {
  const processes = process.platform === 'linux' ? await linuxGroup(group) : await psGroup(group);
  return { takenAt: performance.now(), processes };
}

async function linuxGroup(group: number): Promise<readonly ProcessSample[]> {
  const members = await groupMembers(group);
  const samples = await Promise.all(members.map(({ pid }) => linuxSample(pid)));
  return samples.filter((sample) => sample !== null);
}

/** Null for a process that ended while it was looked at. */
async function linuxSample(pid: number): Promise<ProcessSample | null> {
  const [stat, status, memory] = await Promise.all(
    ['stat', 'status', 'smaps_rollup'].map((file) =>
      readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''),
    ),
  );
  if (!stat) return null;
  // The name in parentheses may contain anything; the fields are counted from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  const proportional = kibibytes(memory, 'Pss');
  const resident = kibibytes(status, 'VmRSS');
  return {
    pid,
    cpuMs,
    memoryBytes: (proportional ?? resident ?? 0) * KIBIBYTE,
    isShared: proportional === null,
  };
}

function kibibytes(text: string | undefined, name: string): number | null {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text ?? '')?.[1];
  return found === undefined ? null : Number(found);
}

async function psGroup(group: number): Promise<readonly ProcessSample[]> {
  const listed = await new Promise<string>((resolve) => {
    const columns = 'pid=,pgid=,rss=,time=,stat=';
    const env = { ...process.env, LC_ALL: 'C' };
    execFile('ps', ['-A', '-o', columns], { env }, (_error, stdout) => resolve(stdout));
  });
  return listed.split('\n').flatMap((line) => {
    const [pid, of, resident, time = '', state = ''] = line.trim().split(/\s+/);
    if (Number(of) !== group || state.startsWith('Z')) return [];
    return [
      {
        pid: Number(pid),
        cpuMs: millisecondsOf(time),
        memoryBytes: Number(resident) * KIBIBYTE,
        isShared: true,
      },
    ];
  });
}

/** Of a time as ps writes it: `1:02.50`, `3:01:02.50`, `1-03:01:02`. */
export function millisecondsOf(time: string): number {
  const [rest = '', days = '0'] = time.split('-').reverse();
  const seconds = rest.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1_000);
}
