import { readdirSync, readFileSync } from 'node:fs';

export interface SeenProcess {
  readonly pid: number;
  readonly group: number;
  /** One letter as the kernel says it: R, S, T (stopped), Z (ended, not yet collected) … */
  readonly state: string;
  readonly command: string;
}

/** What the operating system says about every process (Linux). Ended ones that wait to be collected are left out. */
export function allProcesses(): SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const state = rest[0] ?? '';
        if (state === 'Z' || state === 'X') return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(name), group: Number(rest[2]), state, command }];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
}

export function processGroup(group: number): SeenProcess[] {
  return allProcesses().filter((process) => process.group === group);
}

/** Processes that bear the mark which every worker of this home gets, wherever they went. */
export function workerProcessesOf(home: string): SeenProcess[] {
  return allProcesses().filter(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .some((line) => line.startsWith('FLEETBOARD_OWNER=') && line.endsWith(`@${home}`));
    } catch {
      return false;
    }
  });
}
