import { setImmediate } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { Store } from '../../electron/daemon/store/store.ts';
import { Gate } from './gate.ts';
import { StoreBench } from './store-bench.ts';
import { sqliteDatabase } from './store-database.ts';

/** Two calls that only one can win, each on a connection of its own. */
export interface Contest {
  readonly name: string;
  /** Brings the rows about; the contenders get a store each. */
  prepare(
    bench: StoreBench,
  ): Promise<readonly [(store: Store) => Promise<unknown>, (store: Store) => Promise<unknown>]>;
  /** What both are told, in the order of the contenders, when the first or the second commits first. */
  readonly firstWins: readonly [unknown, unknown];
  readonly secondWins: readonly [unknown, unknown];
  /** What must be so afterwards, whoever won. */
  after?(bench: StoreBench): void;
}

/** Both orders, and a real race: both wait for the same lock, and either may come first. */
export function describeContest(contest: Contest): void {
  const { name, firstWins, secondWins } = contest;

  it.each([
    { order: 'the first wins', wins: firstWins, opens: [0, 1] },
    { order: 'the second wins', wins: secondWins, opens: [1, 0] },
  ] as const)(`${name}: $order`, async ({ wins, opens }) => {
    await withContenders(contest, async (calls) => {
      const gates = [new Gate(), new Gate()] as const;
      const told = [gates[0].before(calls[0])(), gates[1].before(calls[1])()] as const;
      await Promise.all(gates.map((gate) => gate.reached));
      for (const index of opens) {
        gates[index].open();
        await told[index];
      }
      expect(await Promise.all(told)).toEqual(wins);
    });
  });

  it(`${name}: either wins when both wait for the lock`, async () => {
    await withContenders(contest, async (calls, lock) => {
      lock.exec('BEGIN IMMEDIATE');
      let settled = 0;
      const told = calls.map(async (call) => {
        const answer = await call();
        settled += 1;
        return answer;
      });
      await setImmediate();
      expect(settled).toBe(0);
      lock.exec('COMMIT');
      const answers = await Promise.all(told);
      expect([firstWins, secondWins]).toContainEqual(answers.map(plain));
    });
  });
}

type Call = () => Promise<unknown>;

async function withContenders(
  contest: Contest,
  run: (calls: readonly [Call, Call], lock: Database.Database) => Promise<void>,
): Promise<void> {
  const bench = new StoreBench(sqliteDatabase);
  try {
    const [first, second] = await contest.prepare(bench);
    const stores = [bench.database.open(), bench.database.open()] as const;
    await run(
      [async () => plain(await first(stores[0])), async () => plain(await second(stores[1]))],
      bench.database.outside(),
    );
    contest.after?.(bench);
  } finally {
    bench.remove();
  }
}

/** What a contender was told, in short: tasks as `id status generation`, outcomes without the rows they carry. */
function plain(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(plain);
  if (typeof answer !== 'object' || answer === null) return answer;
  if ('outcome' in answer) return 'by' in answer ? [answer.outcome, answer.by] : answer.outcome;
  if ('status' in answer && 'generation' in answer && 'id' in answer) {
    return `${answer.id} ${answer.status} ${answer.generation}`;
  }
  return answer;
}
