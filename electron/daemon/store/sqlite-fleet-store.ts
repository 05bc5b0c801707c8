import type { Connection } from './connection.ts';
import type { DaemonIdentity, FleetStore } from './store.ts';

/** The daemons that share the database, each known by its address, and the out-of-date programs that it refused. */
export function fleetStore(connection: Connection): FleetStore {
  return {
    async register(me, about, now) {
      await connection.write(() => {
        connection.run(
          `INSERT INTO daemons (owner_daemon, boot_id, machine, pid, version, started_at, heartbeat_at)
           VALUES (@owner, @bootId, @machine, @pid, @version, @now, @now)
           ON CONFLICT (owner_daemon) DO UPDATE
             SET boot_id = excluded.boot_id, machine = excluded.machine, pid = excluded.pid,
                 version = excluded.version, started_at = excluded.started_at,
                 heartbeat_at = excluded.heartbeat_at, stopped_at = NULL`,
          { ...me, ...about, now },
        );
      });
    },

    beatIfRegistered: (me, now) => stampIfRegistered(connection, 'heartbeat_at', me, now),

    markStoppedIfRegistered: (me, now) => stampIfRegistered(connection, 'stopped_at', me, now),

    async daemons() {
      return connection.read(() =>
        connection.all(
          `SELECT owner_daemon AS owner, boot_id AS bootId, machine, pid, version, started_at AS startedAt,
                  heartbeat_at AS heartbeatAt, stopped_at AS stoppedAt
           FROM daemons ORDER BY owner_daemon`,
        ),
      );
    },

    async oldWriter() {
      return connection.read(
        () =>
          connection.first(
            `SELECT refusals, first_at AS firstAt, last_at AS lastAt FROM old_writer_refusals
             WHERE refusals > 0`,
          ) ?? null,
      );
    },
  };
}

/** Only the boot that is registered says when it was seen, and only until it has stopped. */
function stampIfRegistered(
  connection: Connection,
  column: 'heartbeat_at' | 'stopped_at',
  me: DaemonIdentity,
  now: number,
): Promise<boolean> {
  return connection.writeUnsynced(
    () =>
      connection.run(
        `UPDATE daemons SET ${column} = @now
         WHERE owner_daemon = @owner AND boot_id = @bootId AND stopped_at IS NULL`,
        { ...me, now },
      ) > 0,
  );
}
