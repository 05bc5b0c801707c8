import { expireQuestionsOf } from '../approvals/expire-questions.ts';
import { recordAudit, recordAudits } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { ClaimRequest, Task, TaskStore } from '../store.ts';
import { claimOldest } from './claim-oldest.ts';
import { insertQueued, keepProject } from './insert-queued.ts';
import { notHeld } from './not-held.ts';
import { startingOn } from './starting.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

type ClaimingMethods = Pick<
  TaskStore,
  'enqueue' | 'claimNext' | 'claimUpTo' | 'release' | 'markRunning' | 'touch'
>;

/** The way of a task into work: enqueue → claim → (release) → running, and the renewal of its lease. */
export function claiming(connection: Connection, accountId: string): ClaimingMethods {
  function claim(atMost: number, request: ClaimRequest): Task[] {
    const { me, now } = request;
    const rows = claimOldest(connection, accountId, request, atMost);
    connection.tellLooked();
    recordAudits(
      connection,
      rows.map((row) => ({
        row,
        action: 'dispatch.claimed',
        actor: me.owner,
        detail: 'Claimed.',
        at: now,
      })),
    );
    return rows.map(taskFromRow);
  }

  const starting = startingOn(connection, accountId);

  return {
    enqueue(task, project, me, now) {
      const queued = connection.write(() => {
        keepProject(connection, accountId, project, now);
        return insertQueued(connection, accountId, task, me, now);
      });
      connection.tellQueuing();
      return queued;
    },

    // A claim that a loss of power undoes had no worker that outlived it: the task is queued, and is claimed again.
    claimNext(request) {
      return connection.writeAheadOfDisk(() => claim(1, request)[0] ?? null);
    },

    claimUpTo(atMost, request) {
      return connection.writeAheadOfDisk(() => claim(atMost, request));
    },

    release(claim, reason, now) {
      return connection.writeAheadOfDisk(() => {
        const row = connection.first<TaskRow>(
          `UPDATE dispatch_tasks
           SET status = 'queued', claim_owner = NULL, claimed_at = NULL, updated_at = @now,
               revision = (SELECT revision + 1 FROM board)
           WHERE id = @id AND account_id = @accountId AND generation = @generation AND status = 'claimed'
           RETURNING *`,
          { ...claim, accountId, now },
        );
        if (row === undefined) return notHeld(connection, accountId, claim.id);
        expireQuestionsOf(connection, row, now);
        recordAudit(connection, row, 'dispatch.released', row.owner_daemon ?? '', reason, now);
        return { outcome: 'released' };
      });
    },

    // Neither waits for the disk: after a loss of power no worker is left, and a claim is taken back whatever they say.
    markRunning(claim, at, now) {
      return connection.writeShared(starting, { claim, at, now }, 'ignored');
    },

    async touch(claims, now) {
      if (claims.length === 0) return [];
      return connection.writeUnsynced(() =>
        claims.filter(
          (claim) =>
            connection.run(
              `UPDATE dispatch_tasks
               SET claimed_at = @now, updated_at = @now, revision = (SELECT revision + 1 FROM board)
               WHERE id = @id AND account_id = @accountId AND generation = @generation
                 AND status IN ('claimed', 'running')`,
              { id: claim.id, generation: claim.generation, accountId, now },
            ) === 0,
        ),
      );
    },
  };
}
