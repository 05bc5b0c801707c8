import type { Connection } from '../connection.ts';
import { continuing } from './continuing.ts';
import { readEvidence } from './evidence.ts';
import { owning } from './owning.ts';
import { publishing } from './publishing.ts';
import { findPullRow, pullFromRow } from './pull-row.ts';
import type { PullStore } from './pull-store.ts';

export function pullStore(connection: Connection, accountId: string): PullStore {
  return {
    ...owning(connection, accountId),
    ...publishing(connection, accountId),
    ...continuing(connection, accountId),

    async find(runId) {
      return connection.read(() => {
        const row = findPullRow(connection, accountId, runId);
        return row === undefined ? null : pullFromRow(row);
      });
    },

    async followed(me) {
      return connection.read(() =>
        connection
          .all<{ id: string }>(
            `SELECT pull.run_id AS id FROM run_pulls AS pull JOIN runs ON runs.id = pull.run_id
             WHERE pull.status IN ('publishing', 'open', 'merge_ready', 'continuing', 'merging')
               AND pull.account_id = @accountId AND runs.owner_daemon = @owner`,
            { accountId, owner: me.owner },
          )
          .map(({ id }) => id),
      );
    },

    async evidenceOf(pull) {
      return connection.read(() => readEvidence(connection, accountId, pull));
    },
  };
}
