import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What the operating system says about a process; ended ones that wait to be collected count as gone. */
export interface ProcessFacts {
  readonly pid: number;
  readonly group: number;
  /** When it started, in whatever form the system tells it: compared for equality only. */
  readonly startedToken: string;
}

/** A process by pid, or null when there is none. */
export function processFacts(pid: number): ProcessFacts | null {
  return process.platform === 'linux' ? linuxFacts(pid) : psFacts(pid);
}

/** Every process of a group, its leader or not. */
export function groupMembers(group: number): readonly ProcessFacts[] {
  if (process.platform === 'linux') {
    return linuxPids().flatMap((pid) => {
      const facts = linuxFacts(pid);
      return facts !== null && facts.group === group ? [facts] : [];
    });
  }
  const listed = run('ps', ['-A', '-o', 'pid=,pgid=']);
  return listed.split('\n').flatMap((line) => {
    const [pid, pgid] = line.trim().split(/\s+/).map(Number);
    const facts = pgid === group && pid !== undefined ? psFacts(pid) : null;
    return facts === null ? [] : [facts];
  });
}

/** Processes whose environment has a line that fits (Linux; elsewhere other processes' environments cannot be read). */
export function processesWithEnvironment(fits: (line: string) => boolean): readonly ProcessFacts[] {
  if (process.platform !== 'linux') return [];
  return linuxPids().flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').some(fits)) return [];
    } catch {
      // It ended while we looked, or belongs to somebody else.
      return [];
    }
    const facts = linuxFacts(pid);
    return facts === null ? [] : [facts];
  });
}

function linuxPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

let bootId: string | undefined;

/** Start times count from the boot of the machine: the boot is part of the token. */
function linuxBootId(): string {
  bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return bootId;
}

function linuxFacts(pid: number): ProcessFacts | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name in parentheses may contain anything; the fields are counted from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, , group] = fields;
  if (state === 'Z' || state === 'X') return null;
  return { pid, group: Number(group), startedToken: `${linuxBootId()}:${fields[19] ?? ''}` };
}

function psFacts(pid: number): ProcessFacts | null {
  const line = run('ps', ['-o', 'pgid=,stat=,lstart=', '-p', String(pid)]).trim();
  const match = /^(\d+)\s+(\S+)\s+(.+)$/.exec(line);
  if (match === null) return null;
  const [, group = '', state = '', started = ''] = match;
  if (state.startsWith('Z')) return null;
  return { pid, group: Number(group), startedToken: started };
}

function run(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  } catch {
    return '';
  }
}
