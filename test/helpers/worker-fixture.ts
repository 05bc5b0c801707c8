import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { LocalWorkerHost } from '../../electron/daemon/workers/local-worker-host.ts';
import { readTranscript } from '../../electron/daemon/workers/transcripts/read-transcript.ts';
import type {
  ProcessIdentity,
  StartResult,
  TurnResult,
  WorkerEvent,
  WorkerHandle,
  WorkerSpecification,
} from '../../electron/daemon/workers/worker-handle.ts';
import {
  type AgentConfiguration,
  agentConfigurationSchema,
  type DispatchLimits,
  dispatchLimitsSchema,
  profileSchema,
} from '../../shared/configuration.ts';
import type { TranscriptEntry } from '../../shared/transcripts.ts';
import { temporaryFolder } from './temporary-folder.ts';

type EventOf<Type extends WorkerEvent['type']> = Extract<WorkerEvent, { type: Type }>;
type EntryOf<Type extends TranscriptEntry['type']> = Extract<TranscriptEntry, { type: Type }>;
type Start = Partial<Omit<WorkerSpecification, 'agent'>> & { readonly agent: AgentConfiguration };

export const SCRIPTED_AGENT = fileURLToPath(
  new URL('../fixtures/agents/scripted-agent.mjs', import.meta.url),
);

/** The agent of the fixtures that behaves in exactly one way. */
export function scripted(
  behaviour: string,
  { args = [], ...rest }: Partial<AgentConfiguration> = {},
): AgentConfiguration {
  return agentConfigurationSchema.parse({
    protocol: 'acp',
    command: process.execPath,
    args: [SCRIPTED_AGENT, behaviour, ...args],
    ...rest,
  });
}

/** Real workers in a folder of their own. */
export class WorkerFixture {
  readonly home: string;
  readonly host: LocalWorkerHost;
  readonly identities: ProcessIdentity[] = [];
  readonly ownerDaemon = '127.0.0.1:7455';
  readonly #remove: () => void;

  constructor(limits: Partial<DispatchLimits> = {}) {
    const folder = temporaryFolder('workers');
    this.home = folder.path;
    this.#remove = folder.remove;
    this.host = new LocalWorkerHost({
      home: this.home,
      ownerDaemon: this.ownerDaemon,
      version: '0.0.0',
      limits: () => ({ ...dispatchLimitsSchema.parse({}), ...limits }),
      now: Date.now,
    });
  }

  async start(specification: Start): Promise<StartResult> {
    return this.host.start(
      {
        sessionId: randomUUID(),
        agentId: 'scripted',
        profile: () => profileSchema.parse({}),
        shape: 'ship',
        workFolder: this.home,
        notes: [],
        env: {},
        agentSession: null,
        ...specification,
      },
      (identity) => this.identities.push(identity),
    );
  }

  /** A worker that started well. */
  async worker(specification: Start): Promise<WatchedWorker> {
    const started = await this.start(specification);
    if (started.outcome === 'failed') throw new Error(JSON.stringify(started.error));
    return new WatchedWorker(started.handle, this.home);
  }

  async stop(): Promise<void> {
    await this.host.stop();
    this.#remove();
  }
}

/** A worker whose events are gathered. */
export class WatchedWorker {
  readonly handle: WorkerHandle;
  readonly events: WorkerEvent[] = [];
  readonly #home: string;
  readonly #waiting = new Set<() => void>();

  constructor(handle: WorkerHandle, home: string) {
    this.handle = handle;
    this.#home = home;
    handle.subscribe(0, (event) => {
      this.events.push(event);
      for (const look of [...this.#waiting]) look();
    });
  }

  all<Type extends WorkerEvent['type']>(type: Type): EventOf<Type>[] {
    return this.events.filter((event): event is EventOf<Type> => event.type === type);
  }

  /** Resolves with the event of a type, counted from 1, when it has come. */
  async event<Type extends WorkerEvent['type']>(type: Type, count = 1): Promise<EventOf<Type>> {
    return this.eventually(() => this.all(type)[count - 1]);
  }

  /** Resolves with the first answer that is not undefined, asked again after every event. */
  async eventually<Answer>(ask: () => Answer | undefined): Promise<Answer> {
    return new Promise((resolve) => {
      const look = () => {
        const answer = ask();
        if (answer === undefined) return;
        this.#waiting.delete(look);
        resolve(answer);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Sends a prompt and resolves with its result. */
  async run(prompt: string): Promise<TurnResult> {
    const prompted = this.handle.prompt(prompt);
    if (prompted.outcome !== 'accepted') throw new Error(prompted.outcome);
    const ended = await this.eventually(() =>
      this.all('turn_ended').find(({ turn }) => turn === prompted.turn),
    );
    return ended.result;
  }

  entries<Type extends TranscriptEntry['type']>(type: Type): EntryOf<Type>[] {
    return this.all('transcript')
      .map(({ entry }) => entry)
      .filter((entry): entry is EntryOf<Type> => entry.type === type);
  }

  /** What the file has, page by page. */
  async transcript(): Promise<TranscriptEntry[]> {
    const entries: TranscriptEntry[] = [];
    for (let from = 0; ; ) {
      const page = await readTranscript(this.#home, this.handle.sessionId, from, 500);
      entries.push(...page.entries.map(({ entry }) => entry));
      if (page.complete) return entries;
      from = page.next;
    }
  }
}
