import type { RunPull } from '../../../../shared/pulls.ts';
import type { Connection } from '../connection.ts';
import { describeOwner } from './owning.ts';
import { type PullRow, pullFromRow } from './pull-row.ts';

type ShownRow = PullRow & {
  owner_run: string | null;
  owner_unit: string | null;
  owner_ordinal: number | null;
};

/** The pull requests of the runs whose ids are in a JSON list, as their cards show them. To be called inside a read. */
export function runPullsOf(
  connection: Connection,
  accountId: string,
  ids: string,
): ReadonlyMap<string, RunPull> {
  const rows = connection.all<ShownRow>(
    `SELECT pull.*, owner.owner_run, owner.owner_unit, attempt.ordinal AS owner_ordinal
     FROM run_pulls AS pull
     LEFT JOIN pull_owners AS owner
       ON owner.account_id = pull.account_id AND owner.host = pull.host AND owner.repository = pull.repository
          AND owner.number = pull.number
     LEFT JOIN run_attempts AS attempt ON attempt.task_id = owner.owner_unit
     WHERE pull.run_id IN (SELECT value FROM json_each(@ids))`,
    { ids },
  );
  return new Map(rows.map((row) => [row.run_id, shownPull(connection, accountId, row)]));
}

function shownPull(connection: Connection, accountId: string, row: ShownRow): RunPull {
  const pull = pullFromRow(row);
  const isOurs = row.owner_run === row.run_id;
  const other = { owner_run: row.owner_run ?? '', owner_unit: row.owner_unit ?? '' };
  return {
    ...{ host: pull.host, repository: pull.repository, number: pull.number, url: pull.url },
    ...{ status: pull.status, headBranch: pull.headBranch, baseBranch: pull.baseBranch },
    ...{ pushedCommit: pull.pushedCommit, approvedHead: pull.approvedHead },
    ...{ facts: pull.facts, trouble: pull.trouble },
    ownerOrdinal: isOurs ? row.owner_ordinal : null,
    ownedByOther:
      isOurs || row.owner_run === null ? null : describeOwner(connection, accountId, other),
  };
}
