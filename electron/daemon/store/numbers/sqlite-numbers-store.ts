import { bucketsOf } from '../../../../shared/numbers-period.ts';
import { runEndReasonSchema } from '../../../../shared/runs.ts';
import type { Connection } from '../connection.ts';
import type { NumbersStore } from '../store.ts';
import { NumbersTally } from './numbers-tally.ts';
import { type Revised, readBack, type SliceBounds } from './read-back.ts';
import { settledWork } from './settled-work.ts';

type LoopRow = Revised & {
  readonly accountId: string;
  readonly agent: string;
  readonly reason: string | null;
  readonly endedAt: number | null;
};

/**
 * Counts by reading. There is no index of what settled when: each task would pay for it as it settles, and people look
 * far more seldom.
 */
export function numbersStore(connection: Connection, accountId: string): NumbersStore {
  return {
    async addCost(taskId, { amount, currency }) {
      await connection.write(() =>
        connection.run(
          `INSERT INTO task_costs (task_id, currency, amount)
           SELECT id, @currency, @amount FROM dispatch_tasks WHERE id = @taskId AND account_id = @accountId
           ON CONFLICT (task_id, currency) DO UPDATE SET amount = amount + excluded.amount`,
          { taskId, accountId, currency, amount },
        ),
      );
    },

    async read({ span, until, timeZone }) {
      const periods = bucketsOf(span, until, timeZone);
      const whole = {
        startAt: periods[0]?.startAt ?? until,
        endAt: periods.at(-1)?.endAt ?? until,
      };
      const tally = new NumbersTally(periods);
      await readBack(
        connection,
        whole.startAt,
        (bounds) => settledWork(connection, accountId, whole, bounds),
        ({ work }) => {
          if (work !== null) tally.addWork(work);
        },
      );
      await readBack(
        connection,
        whole.startAt,
        (bounds) => loopRows(connection, bounds),
        ({ accountId: account, agent, reason, endedAt }) => {
          if (account !== accountId || reason === null || endedAt === null) return;
          tally.addLoop({ agent, reason: runEndReasonSchema.parse(reason), endedAt });
        },
      );
      const names = await projectNames(connection, accountId);
      return { span, timeZone, ...tally.numbers((id) => names.get(id) ?? id) };
    },
  };
}

function loopRows(connection: Connection, { before, limit }: SliceBounds): LoopRow[] {
  return connection.all<LoopRow>(
    `SELECT revision, updated_at AS updatedAt, account_id AS accountId, agent, end_reason AS reason,
            ended_at AS endedAt
     FROM runs WHERE revision < @before ORDER BY revision DESC LIMIT @limit`,
    { before, limit },
  );
}

async function projectNames(
  connection: Connection,
  accountId: string,
): Promise<ReadonlyMap<string, string>> {
  const projects = await connection.read(() =>
    connection.all<{ id: string; name: string }>(
      'SELECT id, name FROM projects WHERE account_id = @accountId',
      { accountId },
    ),
  );
  return new Map(projects.map(({ id, name }) => [id, name]));
}
