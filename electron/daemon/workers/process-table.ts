import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What the operating system says about a process; ended ones that wait to be collected count as gone. */
export interface ProcessFacts {
  readonly pid: number;
  readonly group: number;
  /** When it started, in whatever form the system tells it: compared for equality only. */
  readonly startedToken: string;
}

/** A process by pid, or null when there is none. Windows tells nothing: null. */
export function processFacts(pid: number): ProcessFacts | null {
  if (process.platform === 'linux') return linuxFacts(pid);
  return processesByPs(['-p', String(pid)])[0] ?? null;
}

/** Whether a process that was seen before is still there, and no other that got its pid. */
export function isStillThere({ pid, startedToken }: ProcessFacts): boolean {
  if (process.platform === 'linux') return linuxFacts(pid)?.startedToken === startedToken;
  // Starting `ps` for every look would cost more than the moment in which a pid could be reused.
  return canBeSignalled(pid);
}

/** Every process of a group, its leader or not. */
export async function groupMembers(group: number): Promise<readonly ProcessFacts[]> {
  if (process.platform !== 'linux') {
    return processesByPs(['-A']).filter((facts) => facts.group === group);
  }
  return linuxProcesses((pid) => {
    const facts = linuxFacts(pid);
    return facts?.group === group ? facts : null;
  });
}

/** Processes whose environment has a line that fits (Linux; elsewhere other processes' environments cannot be read). */
export async function processesWithEnvironment(
  fits: (line: string) => boolean,
): Promise<readonly ProcessFacts[]> {
  if (process.platform !== 'linux') return [];
  return linuxProcesses((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`);
      // Most have nothing to do with Fleetboard, and need not be taken apart.
      if (!environment.includes(MARKED)) return null;
      return environment.toString('utf8').split('\0').some(fits) ? linuxFacts(pid) : null;
    } catch {
      // It ended while we looked, or belongs to somebody else.
      return null;
    }
  });
}

/** What every name of a mark in an environment begins with. */
const MARKED = 'FLEETBOARD_';
/** So many are looked at before timers and input get their turn: a machine may have thousands. */
const LOOKED_AT_IN_ONE_TURN = 16;

async function linuxProcesses(
  look: (pid: number) => ProcessFacts | null,
): Promise<readonly ProcessFacts[]> {
  const found: ProcessFacts[] = [];
  for (const [index, pid] of linuxPids().entries()) {
    const facts = look(pid);
    if (facts !== null) found.push(facts);
    if (index % LOOKED_AT_IN_ONE_TURN === LOOKED_AT_IN_ONE_TURN - 1) await nextTurn();
  }
  return found;
}

function canBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
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

function processesByPs(selection: readonly string[]): ProcessFacts[] {
  if (process.platform === 'win32') return [];
  const listed = run('ps', [...selection, '-o', 'pid=,pgid=,stat=,lstart=']);
  return listed.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
    if (match === null) return [];
    const [, pid, group, state = '', startedToken = ''] = match;
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), group: Number(group), startedToken }];
  });
}

function run(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, LC_ALL: 'C' },
    });
  } catch {
    return '';
  }
}
