import type { Connection } from '../connection.ts';
import { attempting } from './attempting.ts';
import { reviewing } from './reviewing.ts';
import { ruling } from './ruling.ts';
import { runCardsOf } from './run-cards.ts';
import { findRunRow, readRun } from './run-row.ts';
import type { RunStore } from './run-store.ts';

export function runStore(connection: Connection, accountId: string): RunStore {
  return {
    ...attempting(connection, accountId),
    ...reviewing(connection, accountId),
    ...ruling(connection, accountId),

    async find(id) {
      return connection.read(() => {
        const row = findRunRow(connection, accountId, id);
        return row === undefined ? null : readRun(connection, row);
      });
    },

    async open(me) {
      return connection.read(() =>
        connection
          .all<{ id: string }>(
            'SELECT id FROM runs WHERE account_id = @accountId AND owner_daemon = @owner AND removed_at IS NULL',
            { accountId, owner: me.owner },
          )
          .map(({ id }) => id),
      );
    },

    async cardOf(id) {
      return connection.read(
        () => runCardsOf(connection, accountId, JSON.stringify([id]))[0] ?? null,
      );
    },

    async history(id) {
      return connection.read(() =>
        connection.all<{ at: number; actor: string; action: string; detail: string }>(
          `SELECT at, actor, action, detail FROM audit
           WHERE task_id = @id AND account_id = @accountId ORDER BY id`,
          { id, accountId },
        ),
      );
    },

    async list({ limit, before }) {
      return connection.read(() => {
        const found = connection.all<{ id: string }>(
          `SELECT id FROM runs
           WHERE account_id = @accountId
             AND (@createdAt IS NULL OR (created_at, id) < (@createdAt, @beforeId))
           ORDER BY created_at DESC, id DESC LIMIT @limit + 1`,
          { accountId, limit, createdAt: before?.createdAt ?? null, beforeId: before?.id ?? null },
        );
        const ids = found.slice(0, limit).map(({ id }) => id);
        const cards = runCardsOf(connection, accountId, JSON.stringify(ids));
        return {
          runs: cards.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
          more: found.length > limit,
        };
      });
    },
  };
}
