import type { QueueFiles } from './queue-file.ts';
import { type Comparison, median, printComparisons, printValues, quantile } from './ratios.ts';
import { type StoreRun, StoreRunners, type StoreRunReport, type Synchronous } from './store-run.ts';

export interface BenchSize {
  readonly rounds: number;
  /** How long one process of one contender works in one round. */
  readonly forMs: number;
  readonly finishedRows: number;
  /** How long each process enqueues, and claims and completes, with either contender before the first round. */
  readonly warmUpMs: number;
}

const SYNCHRONOUS: readonly Synchronous[] = ['NORMAL', 'FULL'];
const TARGETS = { NORMAL: { atLeast: 0.75 }, FULL: { atLeast: 0.9 } };
const CONTENDERS = ['store', 'floor'] as const;
const WORKS = ['enqueue', 'cycle'] as const;
const NAMES = { enqueue: 'enqueue', cycle: 'claim → running → complete' };
/** More than any contender finishes in one run. */
const PLENTY_PER_SECOND = 30_000;
const CAPPED = 50_000;
const HANDLERS_MS = 1_500;
const PROCESSES = [1, 2, 4] as const;
const MOST_PROCESSES = Math.max(...PROCESSES);

/** The store against the bare floor: one measurement of each per round, one after the other. */
export async function compareStores(files: QueueFiles, size: BenchSize): Promise<void> {
  const runners = new StoreRunners();
  try {
    await warmUp(runners, files, size.warmUpMs);
    await compareToFloor(runners, files, size);
    await compareFinishedRows(runners, files, size);
    await compareCappedTenant(runners, files, size);
    await compareFairness(runners, files, size);
  } finally {
    runners.stop();
  }
}

/**
 * A daemon runs for days; what is measured here would else be how fast the runtime compiles. Of several processes on one
 * file each does so little in a round that they stayed cold to the end, the store longer than the floor, which has less
 * to compile. So each works on a file of its own first.
 */
async function warmUp(runners: StoreRunners, files: QueueFiles, forMs: number): Promise<void> {
  for (const contender of CONTENDERS) {
    for (const work of WORKS) {
      const runs = ownersOf(MOST_PROCESSES).map((owner): StoreRun => {
        const file = files.create([owner], work === 'enqueue' ? 0 : plenty(forMs));
        return { contender, file, synchronous: 'NORMAL', owner, work, forMs };
      });
      await runners.run(runs);
      for (const { file } of runs) files.remove(file);
    }
  }
}

async function compareToFloor(
  runners: StoreRunners,
  files: QueueFiles,
  size: BenchSize,
): Promise<void> {
  const cases = PROCESSES.flatMap((processes) =>
    SYNCHRONOUS.flatMap((synchronous) =>
      WORKS.map((work) => ({ processes, synchronous, work, rates: newRates() })),
    ),
  );
  await inRounds(size.rounds, async (keep, inTurn) => {
    for (const { processes, synchronous, work, rates } of cases) {
      for (const contender of inTurn(CONTENDERS)) {
        const owners = ownersOf(processes);
        const file = files.create(owners, work === 'enqueue' ? 0 : plenty(size.forMs));
        // So that each of several gets as much done in a round as a single one does.
        const forMs = processes * size.forMs;
        const reports = await runners.run(
          owners.map((owner) => ({ contender, file, synchronous, owner, work, forMs })),
        );
        files.remove(file);
        if (keep) rates[contender].push(rateOf(reports));
      }
    }
  });
  printComparisons(
    `Store against the bare floor, operations a second, ${size.rounds} interleaved rounds`,
    'floor',
    cases.map(({ processes, synchronous, work, rates }) => ({
      name: `${NAMES[work]}, ${synchronous}, ${processes} process${processes === 1 ? '' : 'es'}`,
      ours: rates.store,
      theirs: rates.floor,
      unit: '/s',
      target: TARGETS[synchronous],
    })),
  );
}

async function compareFinishedRows(
  runners: StoreRunners,
  files: QueueFiles,
  size: BenchSize,
): Promise<void> {
  const [owner = ''] = ownersOf(1);
  const cases = SYNCHRONOUS.flatMap((synchronous) =>
    WORKS.map((work) => ({ synchronous, work, empty: [] as number[], full: newRates() })),
  );
  // Half a gigabyte copied per round would be measured by its writing back: each contender keeps one file.
  const queued = PLENTY_PER_SECOND * 2;
  const emptyFile = files.create([owner], queued);
  const prepared = files.create([owner], queued, size.finishedRows);
  const full = { store: prepared, floor: files.copy(prepared) };
  await inRounds(size.rounds, async (keep, inTurn) => {
    for (const { synchronous, work, empty, full: rates } of cases) {
      const measured = [
        { contender: 'store', file: emptyFile, kept: empty },
        { contender: 'store', file: full.store, kept: rates.store },
        { contender: 'floor', file: full.floor, kept: rates.floor },
      ] as const;
      for (const { contender, file, kept } of inTurn(measured)) {
        const run = { contender, file, synchronous, owner, work, forMs: size.forMs };
        const rate = rateOf(await runners.run([run]));
        if (keep) kept.push(rate);
      }
    }
  });
  for (const file of [emptyFile, ...Object.values(full)]) files.remove(file);
  const named = (row: (typeof cases)[number]) => `${NAMES[row.work]}, ${row.synchronous}`;
  printComparisons(
    `Store with ${size.finishedRows} finished rows against the store without`,
    'empty',
    cases.map((row) => ({
      name: named(row),
      ours: row.full.store,
      theirs: row.empty,
      unit: '/s',
      target: { atLeast: 0.95 },
    })),
  );
  printComparisons(
    `Store against the bare floor with ${size.finishedRows} finished rows`,
    'floor',
    cases.map((row) => ({
      name: named(row),
      ours: row.full.store,
      theirs: row.full.floor,
      unit: '/s',
      target: TARGETS[row.synchronous],
    })),
  );
}

async function compareCappedTenant(
  runners: StoreRunners,
  files: QueueFiles,
  size: BenchSize,
): Promise<void> {
  const [owner = ''] = ownersOf(1);
  const behind = {
    synchronous: 'NORMAL',
    owner,
    work: 'claim',
    forMs: 100,
    contender: 'store',
  } as const;
  const times = { capped: [] as number[], free: [] as number[] };
  const free = files.create([owner], 20_000);
  const capped = files.copy(free);
  files.addCappedTenant(capped, owner, CAPPED, 2);
  await inRounds(size.rounds, async (keep, inTurn) => {
    for (const [name, prepared] of inTurn(Object.entries({ capped, free }))) {
      const file = files.copy(prepared);
      const [report] = await runners.run([{ ...behind, file }]);
      files.remove(file);
      if (keep) times[name as keyof typeof times].push(median(report?.transitionMs ?? []) * 1_000);
    }
  });
  for (const file of [free, capped]) files.remove(file);
  printComparisons(`A claim with ${CAPPED} tasks of a capped tenant at the head`, 'no cap', [
    {
      name: 'median of a claim, NORMAL',
      ours: times.capped,
      theirs: times.free,
      unit: 'µs',
      target: { atMost: 2 },
    },
  ]);
}

async function compareFairness(
  runners: StoreRunners,
  files: QueueFiles,
  size: BenchSize,
): Promise<void> {
  const owners = ownersOf(MOST_PROCESSES);
  const rows: Comparison[] = [];
  const shares: Parameters<typeof printValues>[1][number][] = [];
  const cases = SYNCHRONOUS.map((synchronous) => ({
    synchronous,
    store: { p99: [] as number[], apart: [] as number[] },
    floor: { p99: [] as number[], apart: [] as number[] },
  }));
  const forMs = Math.max(size.forMs, HANDLERS_MS);
  await inRounds(size.rounds, async (keep, inTurn) => {
    for (const row of cases) {
      for (const contender of inTurn(CONTENDERS)) {
        const file = files.create(owners, plenty(forMs) / MOST_PROCESSES);
        const reports = await runners.run(
          owners.map(
            (owner): StoreRun => ({
              contender,
              file,
              synchronous: row.synchronous,
              owner,
              work: 'handlers',
              forMs,
            }),
          ),
        );
        files.remove(file);
        if (!keep) continue;
        row[contender].p99.push(
          quantile(
            reports.flatMap(({ transitionMs }) => [...transitionMs]),
            0.99,
          ),
        );
        const done = reports.map((report) => report.done);
        const mean = done.reduce((sum, count) => sum + count, 0) / done.length;
        row[contender].apart.push(
          (100 * Math.max(...done.map((count) => Math.abs(count - mean)))) / mean,
        );
      }
    }
  });
  for (const { synchronous, store, floor } of cases) {
    rows.push({
      name: `p99 of a transition, ${synchronous}`,
      ours: store.p99,
      theirs: floor.p99,
      unit: 'ms',
      target: { atMost: 2 },
    });
    shares.push(
      {
        name: `share furthest from the mean, store, ${synchronous}`,
        values: store.apart,
        unit: '%',
        target: { atMost: 10 },
      },
      {
        name: `share furthest from the mean, floor, ${synchronous}`,
        values: floor.apart,
        unit: '%',
      },
    );
  }
  printComparisons('Four processes with handlers of 2 ms', 'floor', rows);
  printValues('Their shares', shares);
}

/** Those that are compared, from the first to the last or the other way around. */
type InTurn = <Item>(items: readonly Item[]) => readonly Item[];

/**
 * The first round warms up and is not kept. The order turns around with each: what one leaves to be written back to the
 * disk burdens whoever comes after it. An even number of rounds has as many of either order.
 */
export async function inRounds(
  rounds: number,
  round: (keep: boolean, inTurn: InTurn) => Promise<void>,
): Promise<void> {
  for (let index = 0; index <= rounds; index += 1) {
    await round(index > 0, (items) => (index % 2 === 0 ? items : items.toReversed()));
  }
}

function ownersOf(processes: number): readonly string[] {
  return Array.from({ length: processes }, (_, index) => `127.0.0.1:${7455 + index}`);
}

function plenty(forMs: number): number {
  return Math.ceil((PLENTY_PER_SECOND * forMs) / 1_000);
}

function rateOf(reports: readonly StoreRunReport[]): number {
  const done = reports.reduce((sum, report) => sum + report.done, 0);
  const startedAt = Math.min(...reports.map((report) => report.startedAt));
  const endedAt = Math.max(...reports.map((report) => report.endedAt));
  return (done / (endedAt - startedAt)) * 1_000;
}

function newRates(): { store: number[]; floor: number[] } {
  return { store: [], floor: [] };
}
