import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { orderedId } from '../../electron/daemon/ordered-id.ts';
import { openSqliteStore } from '../../electron/daemon/store/sqlite-store.ts';
import type { StartInput } from '../../shared/contract.ts';
import { CalledDaemon } from './called-daemon.ts';
import { readRows } from './database-reader.ts';
import { freePort } from './free-port.ts';
import { processGroup, workerProcessesOf } from './processes.ts';
import { SCRIPTED_AGENT } from './worker-fixture.ts';

const dieAt = fileURLToPath(new URL('../fixtures/die-at.ts', import.meta.url));

/** What is left of a task in every table, and of its workers in the process list. */
export interface Left {
  readonly status: string;
  readonly generation: number;
  readonly attempts: number;
  readonly error: string | null;
  readonly audit: readonly string[];
  readonly sessions: readonly string[];
  readonly processesOnRecord: number;
  readonly approvals: readonly string[];
  readonly events: readonly string[];
  readonly isAnyProcessLeft: boolean;
}

/** A home whose daemon dies at named points, and is started again. */
export class CrashedHome {
  readonly home: string;
  /** Beside the home: folders of work and what its workers wrote down. */
  readonly folder: string;
  #port = 0;
  readonly #daemons: CalledDaemon[] = [];

  constructor(folder: string) {
    this.folder = folder;
    this.home = path.join(folder, 'home');
    mkdirSync(this.home);
    const scripted = (behaviour: string) => ({
      protocol: 'acp',
      command: process.execPath,
      args: [SCRIPTED_AGENT, behaviour],
    });
    writeFileSync(
      path.join(this.home, 'config.json'),
      JSON.stringify({
        dispatch: { maxConcurrentWorkers: 10, tickMs: 100, backoffBaseMs: 0 },
        agents: {
          polite: scripted('polite'),
          asking: scripted('ask'),
          // Hears nothing of its daemon's death.
          deaf: { protocol: 'acp', command: 'sleep', args: ['600'] },
        },
      }),
    );
  }

  /** A daemon; with patterns it dies where the last one fits (test/fixtures/die-at.ts). */
  async daemon(...patterns: string[]): Promise<CalledDaemon> {
    if (this.#port === 0) this.#port = await freePort();
    const daemon = new CalledDaemon({
      home: this.home,
      port: this.#port,
      nodeArgs: patterns.length === 0 ? [] : ['--import', dieAt],
      env: { FLEETBOARD_TEST_DIE_AT: JSON.stringify(patterns) },
    });
    this.#daemons.push(daemon);
    return daemon;
  }

  /** Starts the work on a daemon that dies on the way, and resolves with the id of the task when it is dead. */
  async startAndDie(input: StartInput, ...patterns: string[]): Promise<string> {
    const daemon = await this.daemon(...patterns);
    await daemon.ready();
    await daemon.result('task.start', input);
    await diesOf(daemon, patterns);
    const [row] = this.rows<{ id: string }>('SELECT id FROM dispatch_tasks ORDER BY created_at');
    if (row === undefined) throw new Error('the task was not enqueued');
    return row.id;
  }

  /** As `startAndDie`, with work that was queued before the daemon started. */
  async findAndDie(input: StartInput, ...patterns: string[]): Promise<string> {
    this.#port = await freePort();
    const store = openSqliteStore({
      file: path.join(this.home, 'fleetboard.db'),
      binding: null,
      accountId: 'local',
    });
    const id = orderedId();
    await store.tasks.enqueue(
      { ...input, id, projectId: 'p', targetSession: null, failureLimit: 3, createdBy: 'ann' },
      { id: 'p', name: 'p', folder: input.folder },
      { owner: `127.0.0.1:${this.#port}`, bootId: 'earlier' },
      Date.now(),
    );
    await store.close();
    await diesOf(await this.daemon(...patterns), patterns);
    return id;
  }

  input(input: Partial<StartInput> & Pick<StartInput, 'prompt'>): StartInput {
    return {
      kind: 'spawn',
      agent: 'command',
      folder: this.folder,
      profile: 'careful',
      shape: 'scout',
      ...input,
    };
  }

  rows<Row>(sql: string, ...parameters: unknown[]): Row[] {
    return readRows<Row>(this.home, sql, ...parameters);
  }

  left(id: string): Left {
    const words = (sql: string) => this.rows<{ word: string }>(sql, id).map(({ word }) => word);
    const [task] = this.rows<Pick<Left, 'status' | 'generation' | 'attempts' | 'error'>>(
      'SELECT status, generation, attempts, error_code AS error FROM dispatch_tasks WHERE id = ?',
      id,
    );
    if (task === undefined) throw new Error(`no task ${id}`);
    const recorded = this.rows<{ pid: number }>('SELECT pid FROM worker_processes');
    return {
      ...task,
      audit: words(`SELECT substr(action, instr(action, '.') + 1) AS word FROM audit
                    WHERE task_id = ? ORDER BY id`),
      sessions: words('SELECT state AS word FROM sessions WHERE task_id = ? ORDER BY rowid'),
      processesOnRecord: recorded.length,
      approvals: words('SELECT status AS word FROM approvals WHERE task_id = ? ORDER BY rowid'),
      events: words(`SELECT type || iif(delivered_at IS NULL, '', ' delivered') AS word
                     FROM dispatch_events WHERE task_id = ? ORDER BY rowid`),
      isAnyProcessLeft:
        workerProcessesOf(this.home).length > 0 ||
        recorded.some(({ pid }) => processGroup(pid).length > 0),
    };
  }

  /** Resolves with what is left when it is as wished. */
  async until(id: string, wish: (left: Left) => boolean): Promise<Left> {
    return vi.waitFor(
      () => {
        const left = this.left(id);
        if (!wish(left)) throw new Error(`not yet: ${JSON.stringify(left)}`);
        return left;
      },
      { timeout: 20_000, interval: 20 },
    );
  }

  /** Ends what still runs, and resolves with what no end of a daemon may leave behind. */
  async end(): Promise<readonly string[]> {
    for (const daemon of this.#daemons) await daemon.end('SIGTERM');
    const processes = workerProcessesOf(this.home).map(({ command }) => `process: ${command}`);
    const integrity = this.rows<{ integrity_check: string }>('PRAGMA integrity_check')
      .map((row) => row.integrity_check)
      .filter((word) => word !== 'ok');
    return [...processes, ...integrity];
  }
}

export async function diesOf(daemon: CalledDaemon, patterns: readonly string[]): Promise<void> {
  const { signal } = await daemon.exited;
  if (signal !== 'SIGKILL') throw new Error(`did not die at ${patterns.join(' … ')}`);
}
