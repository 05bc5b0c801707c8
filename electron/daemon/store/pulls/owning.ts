import type { Connection } from '../connection.ts';
import { advanceRunIf } from '../runs/attempting.ts';
import { recordRunAudit } from '../runs/run-audit.ts';
import { findRunRow } from '../runs/run-row.ts';
import type { Claimed, PullName, PullOwner, PullStore, Reserved, Unit } from './pull-store.ts';

type OwningMethods = Pick<
  PullStore,
  | 'ownerOf'
  | 'claimIfUnowned'
  | 'reserve'
  | 'unreserve'
  | 'unreserveOfEarlierBoots'
  | 'transfer'
  | 'recordLoss'
>;

interface OwnerRow {
  owner_run: string;
  owner_unit: string;
  reservation_token: string | null;
  reservation_expires_at: number | null;
}

const OF_THIS_PULL = `account_id = @accountId AND host = @host AND repository = @repository AND number = @number`;

/** Who owns a pull request: each change one guarded statement. */
export function owning(connection: Connection, accountId: string): OwningMethods {
  return {
    async ownerOf(pull) {
      return connection.read(() => {
        const row = ownerRow(connection, accountId, pull);
        return row === undefined ? null : ownerFromRow(row);
      });
    },

    async claimIfUnowned(pull, unit, now) {
      return connection.write(() => claim(connection, accountId, pull, unit, now));
    },

    async reserve(pull, unit, token, expiresAt, now) {
      return connection.write((): Reserved => {
        const reserved = connection.run(
          `UPDATE pull_owners
           SET reservation_token = @token, reservation_expires_at = @expiresAt, version = version + 1, updated_at = @now
           WHERE ${OF_THIS_PULL} AND owner_run = @runId AND owner_unit = @unit
             AND (reservation_token IS NULL OR reservation_expires_at <= @now)`,
          { ...nameOf(pull), ...unitOf(unit), accountId, token, expiresAt, now },
        );
        if (reserved > 0) return { outcome: 'reserved' };
        return whyNotReserved(connection, accountId, pull, unit);
      });
    },

    async unreserve(token, now) {
      return connection.write(
        () =>
          connection.run(
            `UPDATE pull_owners
             SET reservation_token = NULL, reservation_expires_at = NULL, version = version + 1, updated_at = @now
             WHERE account_id = @accountId AND reservation_token = @token`,
            { accountId, token, now },
          ) > 0,
      );
    },

    async unreserveOfEarlierBoots(me, now) {
      return connection.write(() =>
        connection.run(
          `UPDATE pull_owners
           SET reservation_token = NULL, reservation_expires_at = NULL, version = version + 1, updated_at = @now
           WHERE account_id = @accountId AND reservation_token LIKE @owner || '/%'
             AND reservation_token NOT LIKE @owner || '/' || @bootId || '/%'`,
          { accountId, ...me, now },
        ),
      );
    },

    async recordLoss(runId, detail, me, now) {
      await connection.write(() => {
        if (advanceRunIf(connection, accountId, runId, me, 'TRUE', now) === undefined) return;
        recordPullAudit(connection, accountId, runId, me.owner, detail, now);
      });
    },

    async transfer(pull, token, from, to, now) {
      return connection.write(() =>
        transferIfOwned(connection, accountId, pull, token, from, to, now)
          ? { outcome: 'written' }
          : whyNotTransferred(connection, accountId, pull, from),
      );
    },
  };
}

/** Never displaces anybody. Part of the caller's transaction. */
export function claim(
  connection: Connection,
  accountId: string,
  pull: PullName,
  unit: Unit,
  now: number,
): Claimed {
  connection.run(
    `INSERT INTO pull_owners (account_id, host, repository, number, owner_run, owner_unit, version, updated_at)
     VALUES (@accountId, @host, @repository, @number, @runId, @unit, 1, @now)
     ON CONFLICT DO NOTHING`,
    { ...nameOf(pull), ...unitOf(unit), accountId, now },
  );
  // Another attempt of the same run spoke for it before.
  connection.run(
    `UPDATE pull_owners SET owner_unit = @unit, version = version + 1, updated_at = @now
     WHERE ${OF_THIS_PULL} AND owner_run = @runId AND owner_unit <> @unit`,
    { ...nameOf(pull), ...unitOf(unit), accountId, now },
  );
  const owner = ownerRow(connection, accountId, pull);
  if (owner?.owner_run === unit.runId && owner.owner_unit === unit.unit) {
    return { outcome: 'claimed' };
  }
  return {
    outcome: 'publication_ownership_changed',
    ownedBy: owner === undefined ? 'nobody' : describeOwner(connection, accountId, owner),
  };
}

/** The guarded write of a transfer: the token, not expired, and the owner that is named. Part of the caller's transaction. */
export function transferIfOwned(
  connection: Connection,
  accountId: string,
  pull: PullName,
  token: string,
  from: Unit,
  to: Unit,
  now: number,
): boolean {
  return (
    connection.run(
      `UPDATE pull_owners
       SET owner_run = @toRun, owner_unit = @toUnit, reservation_token = NULL, reservation_expires_at = NULL,
           version = version + 1, updated_at = @now
       WHERE ${OF_THIS_PULL} AND owner_run = @runId AND owner_unit = @unit
         AND reservation_token = @token AND reservation_expires_at > @now`,
      {
        ...nameOf(pull),
        ...unitOf(from),
        accountId,
        token,
        toRun: to.runId,
        toUnit: to.unit,
        now,
      },
    ) > 0
  );
}

/** Which comparison a transfer lost. To be called in the same transaction. */
export function whyNotTransferred(
  connection: Connection,
  accountId: string,
  pull: PullName,
  from: Unit,
): { readonly outcome: 'race_lost'; readonly race: 'owner_changed' | 'reservation_lost' } {
  const owner = ownerRow(connection, accountId, pull);
  const isOwner = owner?.owner_run === from.runId && owner.owner_unit === from.unit;
  return { outcome: 'race_lost', race: isOwner ? 'reservation_lost' : 'owner_changed' };
}

/** Whether this reservation still stands, with this owner. To be called in the transaction that relies on it. */
export function holdsReservation(
  connection: Connection,
  accountId: string,
  pull: PullName,
  unit: Unit,
  token: string,
  now: number,
): boolean {
  const owner = ownerRow(connection, accountId, pull);
  return (
    owner?.owner_run === unit.runId &&
    owner.owner_unit === unit.unit &&
    owner.reservation_token === token &&
    (owner.reservation_expires_at ?? 0) > now
  );
}

export function whyNotReserved(
  connection: Connection,
  accountId: string,
  pull: PullName,
  unit: Unit,
): Exclude<Reserved, { outcome: 'reserved' }> {
  const owner = ownerRow(connection, accountId, pull);
  if (owner?.owner_run === unit.runId && owner.owner_unit === unit.unit) {
    return { outcome: 'pull_reserved', untilAt: owner.reservation_expires_at ?? 0 };
  }
  return {
    outcome: 'publication_ownership_changed',
    ownedBy: owner === undefined ? 'nobody' : describeOwner(connection, accountId, owner),
  };
}

/** An owner in words: the goal of its run, and which attempt. */
export function describeOwner(
  connection: Connection,
  accountId: string,
  owner: Pick<OwnerRow, 'owner_run' | 'owner_unit'>,
): string {
  const run = findRunRow(connection, accountId, owner.owner_run);
  const attempt = connection.first<{ ordinal: number }>(
    'SELECT ordinal FROM run_attempts WHERE task_id = @unit',
    { unit: owner.owner_unit },
  );
  const which = attempt === undefined ? owner.owner_unit : `attempt ${attempt.ordinal}`;
  return `${which} of run ${run?.id ?? owner.owner_run}`;
}

/** What happened to a run's pull request, in the history of the run. */
export function recordPullAudit(
  connection: Connection,
  accountId: string,
  runId: string,
  actor: string,
  detail: string,
  now: number,
): void {
  const run = findRunRow(connection, accountId, runId);
  if (run !== undefined) recordRunAudit(connection, run, 'run.pull', actor, detail, now);
}

export function ownerRow(
  connection: Connection,
  accountId: string,
  pull: PullName,
): OwnerRow | undefined {
  return connection.first<OwnerRow>(
    `SELECT owner_run, owner_unit, reservation_token, reservation_expires_at FROM pull_owners WHERE ${OF_THIS_PULL}`,
    { ...nameOf(pull), accountId },
  );
}

function ownerFromRow(row: OwnerRow): PullOwner {
  return {
    runId: row.owner_run,
    unit: row.owner_unit,
    reservedUntilAt: row.reservation_expires_at,
  };
}

export function nameOf({ host, repository, number }: PullName): PullName {
  return { host, repository, number };
}

/** Callers hand in whole rows. */
function unitOf({ runId, unit }: Unit): Unit {
  return { runId, unit };
}
