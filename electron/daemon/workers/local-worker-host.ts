import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { DispatchLimits } from '../../../shared/configuration.ts';
import { type WorkError, workError } from '../../../shared/work-errors.ts';
import { findCommand } from './agents/find-command.ts';
import { CommandWorker } from './command/command-worker.ts';
import { gatedCommand } from './command/gate.ts';
import { OnePerTurn } from './one-per-turn.ts';
import { redactorOf } from './redaction.ts';
import { transcriptFile } from './transcripts/transcript-file.ts';
import { TranscriptWriter } from './transcripts/transcript-writer.ts';
import { WorkerEvents } from './worker-events.ts';
import type {
  ProcessIdentity,
  StartResult,
  WorkerHandle,
  WorkerHost,
  WorkerSpecification,
} from './worker-handle.ts';
import { WorkerProcess } from './worker-process.ts';

export interface LocalWorkerHostOptions {
  readonly home: string;
  readonly ownerDaemon: string;
  readonly version: string;
  readonly limits: () => DispatchLimits;
  readonly now: () => number;
}

/** Runs workers as children of this process. */
export class LocalWorkerHost implements WorkerHost {
  readonly #options: LocalWorkerHostOptions;
  readonly #workers = new Map<string, WorkerHandle>();
  /** The system takes 15 to 20 ms of this thread for each process. */
  readonly #processes = new OnePerTurn();
  #stopped = false;

  constructor(options: LocalWorkerHostOptions) {
    this.#options = options;
    mkdirSync(path.join(options.home, 'transcripts'), { recursive: true, mode: 0o700 });
  }

  async start(
    specification: WorkerSpecification,
    onProcess: (identity: ProcessIdentity) => void,
  ): Promise<StartResult> {
    const { sessionId, agent, workFolder, shape } = specification;
    const { home, ownerDaemon, now, limits, version } = this.#options;
    const isCommand = agent.protocol === 'command';
    const missing = isCommand ? missingCommand(specification) : null;
    if (missing !== null) return { outcome: 'failed', error: missing };

    const redactor = redactorOf(agent, process.env);
    const events = new WorkerEvents(now);
    let transcript: TranscriptWriter;
    try {
      transcript = new TranscriptWriter(
        transcriptFile(home, sessionId),
        redactor,
        (entry, entryOffset) => events.emit({ type: 'transcript', entry, entryOffset }),
      );
    } catch (error) {
      const message = `The transcript cannot be written: ${String(error)}.`;
      return { outcome: 'failed', error: workError('worker_could_not_start', message) };
    }
    for (const text of specification.notes) transcript.append({ type: 'note', at: now(), text });

    // The whole protocol with its schemas: a window must not wait for that before its first board, and a process that
    // runs must not wait for it outside of anybody's reach.
    const acp = isCommand ? null : await import('./acp/acp-worker.ts');
    const launch = isCommand
      ? gatedCommand(agent.command, agent.args, process.platform)
      : { command: agent.command, args: agent.args, env: {} };
    await this.#processes.pass();
    if (this.#stopped) {
      transcript.close();
      const message = 'Fleetboard is about to end.';
      return { outcome: 'failed', error: workError('worker_could_not_start', message) };
    }
    const started = await WorkerProcess.start({
      command: launch.command,
      args: launch.args,
      env: { ...agent.env, ...specification.env, ...launch.env, FLEETBOARD_SHAPE: shape },
      folder: workFolder,
      mark: { ownerDaemon, home, sessionId },
      onProcess,
    });
    if (started.outcome === 'failed') {
      const { code, message } = started.error;
      transcript.append({ type: 'ended', at: now(), outcome: code, text: message });
      transcript.close();
      return started;
    }

    const parts = { sessionId, process: started.process, transcript, events, redactor, now };
    if (acp === null) {
      return { outcome: 'started', handle: this.#keep(new CommandWorker(parts)) };
    }
    const worker = this.#keep(new acp.AcpWorker({ ...parts, specification, limits, version }));
    const error = await worker.begun();
    return error === null ? { outcome: 'started', handle: worker } : { outcome: 'failed', error };
  }

  find(sessionId: string): WorkerHandle | undefined {
    return this.#workers.get(sessionId);
  }

  live(): readonly WorkerHandle[] {
    return [...this.#workers.values()];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.live().map((worker) => worker.cancel()));
  }

  #keep<Worker extends WorkerHandle>(worker: Worker): Worker {
    this.#workers.set(worker.sessionId, worker);
    worker.subscribe(0, (event) => {
      if (event.type === 'exited') this.#workers.delete(worker.sessionId);
    });
    return worker;
  }
}

/** A command waits behind a gate that would start in any case: whether it is there has to be asked before. */
function missingCommand({ agent, workFolder }: WorkerSpecification): WorkError | null {
  const searchPath = agent.env.PATH ?? process.env.PATH;
  if (findCommand(agent.command, workFolder, searchPath) !== null) return null;
  return workError('agent_not_found', `The command "${agent.command}" was not found.`);
}
