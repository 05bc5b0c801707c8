import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { DispatchLimits } from '../../../shared/configuration.ts';
import { AcpWorker } from './acp/acp-worker.ts';
import { CommandWorker, gatedCommand } from './command/command-worker.ts';
import { redactorFor } from './redaction.ts';
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

  constructor(options: LocalWorkerHostOptions) {
    this.#options = options;
    mkdirSync(path.join(options.home, 'transcripts'), { recursive: true, mode: 0o700 });
  }

  async start(
    specification: WorkerSpecification,
    onProcess: (identity: ProcessIdentity) => void,
  ): Promise<StartResult> {
    const { sessionId, agent, workFolder, shape } = specification;
    const { home, ownerDaemon, now } = this.#options;
    const isCommand = agent.protocol === 'command';
    const gated = isCommand && process.platform !== 'win32';
    const started = await WorkerProcess.start({
      command: gated ? '/bin/sh' : agent.command,
      args: gated ? gatedCommand(agent.command, agent.args) : agent.args,
      env: { ...agent.env, FLEETBOARD_SHAPE: shape },
      folder: workFolder,
      mark: { ownerDaemon, home, sessionId },
      onProcess,
    });
    if (started.outcome === 'failed') return started;

    const redact = redactorFor(agent.env, process.env);
    const events = new WorkerEvents(now);
    const transcript = new TranscriptWriter(
      transcriptFile(home, sessionId),
      redact,
      (entry, entryOffset) => events.emit({ type: 'transcript', entry, entryOffset }),
    );
    for (const text of specification.notes) transcript.append({ type: 'note', at: now(), text });
    const parts = { process: started.process, transcript, events, redact, now };
    if (isCommand) {
      return { outcome: 'started', handle: this.#keep(new CommandWorker({ ...parts, sessionId })) };
    }
    const { limits, version } = this.#options;
    const worker = new AcpWorker({ ...parts, specification, limits, version });
    this.#keep(worker);
    const error = await worker.begin();
    return error === null ? { outcome: 'started', handle: worker } : { outcome: 'failed', error };
  }

  find(sessionId: string): WorkerHandle | undefined {
    return this.#workers.get(sessionId);
  }

  live(): readonly WorkerHandle[] {
    return [...this.#workers.values()];
  }

  async stop(): Promise<void> {
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
