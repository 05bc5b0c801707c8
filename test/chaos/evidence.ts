import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readRows } from '../helpers/database-reader.ts';
import { processGroup, workerProcessesOf } from '../helpers/processes.ts';

export interface EvidenceTask {
  readonly id: string;
  readonly kind: string;
  readonly prompt: string;
  readonly status: string;
  readonly attempts: number;
  readonly failure_limit: number;
  readonly generation: number;
  readonly owner_daemon: string | null;
  readonly claim_owner: string | null;
  readonly worker_session_id: string | null;
  readonly result_digest: string | null;
  readonly error: string | null;
  readonly error_code: string | null;
}

export interface EvidenceAudit {
  readonly id: number;
  readonly task_id: string;
  readonly action: string;
  readonly actor: string;
  readonly generation: number;
}

export interface EvidenceSession {
  readonly id: string;
  readonly task_id: string;
  readonly owner_daemon: string;
  readonly boot_id: string;
  readonly state: string;
}

/** What a worker itself wrote down: that it starts, that it finished, that an earlier one was still beside it. */
export interface WitnessLine {
  readonly word: 'start' | 'finish' | 'beside';
  readonly session: string;
  readonly owner: string;
  readonly pid: number;
}

/** Everything that is left after a run, from the database and from outside of it. */
export interface Evidence {
  readonly tasks: readonly EvidenceTask[];
  readonly audit: readonly EvidenceAudit[];
  readonly sessions: readonly EvidenceSession[];
  readonly events: readonly { readonly task_id: string; readonly type: string }[];
  readonly workerProcesses: number;
  readonly integrity: string;
  readonly danglingReferences: number;
  /** By label of the task. */
  readonly witnesses: ReadonlyMap<string, readonly WitnessLine[]>;
  /** Processes of the run that are still there, by the mark in their environment or their group. */
  readonly processesLeft: readonly string[];
}

export function evidenceOf(home: string, witnessFolder: string): Evidence {
  const witnesses = witnessesIn(witnessFolder);
  const groups = [...witnesses.values()]
    .flat()
    .filter(({ word }) => word === 'start')
    .map(({ pid }) => pid);
  const left = [
    ...workerProcessesOf(home),
    ...new Set(groups.flatMap((group) => processGroup(group))),
  ];
  const [integrity] = readRows<{ integrity_check: string }>(home, 'PRAGMA integrity_check');
  return {
    tasks: readRows(home, 'SELECT * FROM dispatch_tasks ORDER BY created_at, id'),
    audit: readRows(home, 'SELECT id, task_id, action, actor, generation FROM audit ORDER BY id'),
    sessions: readRows(home, 'SELECT id, task_id, owner_daemon, boot_id, state FROM sessions'),
    events: readRows(home, 'SELECT task_id, type FROM dispatch_events'),
    workerProcesses: readRows(home, 'SELECT * FROM worker_processes').length,
    integrity: integrity?.integrity_check ?? 'no answer',
    danglingReferences: readRows(home, 'PRAGMA foreign_key_check').length,
    witnesses,
    processesLeft: left.map(({ pid, command }) => `${pid} ${command}`),
  };
}

function witnessesIn(folder: string): Map<string, WitnessLine[]> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    names.map((name) => {
      const lines = readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n');
      return [name, lines.map(witnessLine)];
    }),
  );
}

function witnessLine(line: string): WitnessLine {
  const [word, session = '', owner = '', pid] = line.split(' ');
  if (word !== 'start' && word !== 'finish' && word !== 'beside')
    throw new Error(`not read: ${line}`);
  return { word, session, owner, pid: Number(pid) };
}
