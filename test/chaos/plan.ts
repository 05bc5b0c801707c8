import { fileURLToPath } from 'node:url';

const worker = fileURLToPath(new URL('worker.sh', import.meta.url));

export type Ending = 'done' | 'fails' | 'fails-once' | 'dies' | 'leaves-processes';

/** A task of the run, as it is planned before anything is started. */
export interface PlannedTask {
  /** Names the task outside the database, and its witness file. */
  readonly label: string;
  /** Which daemon is asked to do it. */
  readonly daemon: number;
  readonly kind: 'spawn' | 'attempt';
  readonly ending: Ending;
  /** When it is enqueued, counted from the beginning of the run. */
  readonly atMs: number;
  readonly prompt: string;
}

export interface PlanRequest {
  readonly seed: number;
  readonly daemons: number;
  readonly tasksPerDaemon: number;
  readonly witnessFolder: string;
  /** Within this time all tasks are enqueued. */
  readonly enqueueMs: number;
  readonly leaseMs: number;
  readonly longestMs: number;
}

/** Numbers from 0 up to 1 that are the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Tasks of random lengths, kinds and endings, in the order in which they are enqueued. */
export function planOf(request: PlanRequest): readonly PlannedTask[] {
  const random = randomOf(request.seed);
  const tasks: PlannedTask[] = [];
  for (let daemon = 0; daemon < request.daemons; daemon += 1) {
    for (let index = 0; index < request.tasksPerDaemon; index += 1) {
      const label = `task-${daemon}-${index}`;
      const ending = endingFor(random());
      // Most are short and a few are long, as work is.
      const laterMs = 20 + request.longestMs * random() ** 3;
      // Some take so long at first that their lease runs out again and again before a killed daemon leaves them.
      const firstMs = random() < 0.05 ? 2 * request.leaseMs : laterMs;
      const witness = `'${request.witnessFolder}/${label}'`;
      const seconds = (ms: number) => (ms / 1_000).toFixed(2);
      tasks.push({
        label,
        daemon,
        kind: random() < 0.7 ? 'spawn' : 'attempt',
        ending,
        atMs: random() * request.enqueueMs,
        prompt: `exec sh '${worker}' ${witness} ${seconds(firstMs)} ${seconds(laterMs)} ${ending}`,
      });
    }
  }
  return tasks.sort((a, b) => a.atMs - b.atMs);
}

function endingFor(chance: number): Ending {
  if (chance < 0.7) return 'done';
  if (chance < 0.8) return 'leaves-processes';
  if (chance < 0.9) return 'fails-once';
  return chance < 0.95 ? 'fails' : 'dies';
}
