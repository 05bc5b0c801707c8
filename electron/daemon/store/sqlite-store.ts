import { approvalStore } from './approvals/sqlite-approval-store.ts';
import { Checkpoints } from './checkpoints.ts';
import { Connection, type ConnectionListeners } from './connection.ts';
import { numbersStore } from './numbers/sqlite-numbers-store.ts';
import { type OpenOptions, openDatabase } from './open-database.ts';
import { pullStore } from './pulls/sqlite-pull-store.ts';
import { runStore } from './runs/sqlite-run-store.ts';
import { boardStore } from './sqlite-board-store.ts';
import { eventStore } from './sqlite-event-store.ts';
import { fleetStore } from './sqlite-fleet-store.ts';
import { sessionStore } from './sqlite-session-store.ts';
import type { Store } from './store.ts';
import { claiming } from './tasks/claiming.ts';
import { ending } from './tasks/ending.ts';
import { holding } from './tasks/holding.ts';
import { puttingAway } from './tasks/putting-away.ts';
import { reading } from './tasks/reading.ts';
import { reclaiming } from './tasks/reclaiming.ts';

export interface SqliteStoreOptions extends OpenOptions, ConnectionListeners {
  /** Half of the tenant; the project is the other half and part of each row. */
  readonly accountId: string;
}

/** @throws DatabaseRefused */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const { accountId, file, binding, ...listeners } = options;
  const database = openDatabase({ file, binding });
  const checkpoints = new Checkpoints(database, { file, binding });
  const connection = new Connection(database, {
    ...listeners,
    onCommit(committed) {
      checkpoints.committed();
      listeners.onCommit?.(committed);
    },
  });
  const store = storeOn(connection, accountId);
  return {
    ...store,
    async close() {
      await Promise.all([checkpoints.close(), store.close()]);
    },
  };
}

export function storeOn(connection: Connection, accountId: string): Store {
  return {
    tasks: {
      ...claiming(connection, accountId),
      ...ending(connection, accountId),
      ...reclaiming(connection, accountId),
      ...puttingAway(connection, accountId),
      ...holding(connection, accountId),
      ...reading(connection, accountId),
    },
    approvals: approvalStore(connection, accountId),
    sessions: sessionStore(connection, accountId),
    board: boardStore(connection, accountId),
    fleet: fleetStore(connection),
    events: eventStore(connection, accountId),
    runs: runStore(connection, accountId),
    pulls: pullStore(connection, accountId),
    numbers: numbersStore(connection, accountId),
    close: async () => connection.close(),
  };
}
