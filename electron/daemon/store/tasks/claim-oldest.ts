import type { Connection } from '../connection.ts';
import type { ClaimRequest } from '../store.ts';
import type { TaskRow } from './task-row.ts';

/** One of the oldest rows of a tenant's sends or workers that may be claimed, as far as the row itself says. */
interface Head {
  readonly id: string;
  readonly created_at: number;
  readonly project_id: string;
  readonly is_send: 0 | 1;
}

type Ownership = 'mine' | 'nobodys';

// `(SELECT @x)` for `@x`: SQLite plans an ordered query anew at every call when a bare parameter is compared in it,
// which takes ten times as long as to run it.
const QUEUED_OF: Record<Ownership, string> = {
  mine: `account_id = (SELECT @accountId) AND owner_daemon = (SELECT @owner) AND status = 'queued'`,
  nobodys: `account_id = (SELECT @accountId) AND owner_daemon IS NULL AND status = 'queued'`,
};

const tenantFrom = (ownership: Ownership, pick: 'min' | 'max') =>
  `SELECT ${pick}(project_id) FROM dispatch_tasks
   WHERE ${QUEUED_OF[ownership]} AND project_id >= (SELECT @from)`;

/** How far there are tenants to look at, in one statement. */
const TENANTS = `SELECT (${tenantFrom('mine', 'min')}) AS first, (${tenantFrom('mine', 'max')}) AS last,
  (${tenantFrom('nobodys', 'min')}) AS firstOfNobody, (${tenantFrom('nobodys', 'max')}) AS lastOfNobody`;

const NEXT_TENANT: Record<Ownership, string> = {
  mine: `SELECT (${tenantFrom('mine', 'min')}) AS next`,
  nobodys: `SELECT (${tenantFrom('nobodys', 'min')}) AS next`,
};

const headsAmong = (ownership: Ownership, sends: 0 | 1, limit: string, notExcluded: string) =>
  `SELECT id, created_at, project_id, ${sends} AS is_send FROM dispatch_tasks
   WHERE ${QUEUED_OF[ownership]} AND project_id = (SELECT @projectId) AND (kind = 'send') = ${sends}
     AND (not_before IS NULL OR not_before <= (SELECT @now)) ${notExcluded}
   ORDER BY created_at, id LIMIT (SELECT ${limit})`;

const headsOf = (ownership: Ownership, notExcluded = '') =>
  `SELECT * FROM (${headsAmong(ownership, 0, 'min(@atMost, @workerCap)', notExcluded)})
   UNION ALL SELECT * FROM (${headsAmong(ownership, 1, '@atMost', notExcluded)})`;

const HEADS: Record<Ownership, string> = { mine: headsOf('mine'), nobodys: headsOf('nobodys') };
const NOT_EXCLUDED = 'AND id NOT IN (SELECT value FROM json_each(@excluded))';
const HEADS_NOT_EXCLUDED: Record<Ownership, string> = {
  mine: headsOf('mine', NOT_EXCLUDED),
  nobodys: headsOf('nobodys', NOT_EXCLUDED),
};

const WORKERS_OF_TENANT = `FROM dispatch_tasks AS busy
  WHERE busy.account_id = @accountId AND busy.owner_daemon = @owner AND busy.project_id = candidate.project_id
    AND busy.status IN ('claimed', 'running') AND busy.kind <> 'send'`;

/** Those that wait on a person do not fill the cap; they are only asked for where the rest would fill it. */
const ROOM_FOR_A_WORKER = `(SELECT count(*) ${WORKERS_OF_TENANT}) < @workerCap
  OR (SELECT count(*) ${WORKERS_OF_TENANT}
        AND NOT EXISTS (SELECT 1 FROM approvals
                        WHERE task_id = busy.id AND generation = busy.generation AND status = 'open')) < @workerCap`;

const CLAIM = `
  UPDATE dispatch_tasks AS candidate
  SET status = 'claimed', generation = generation + 1, claim_owner = @bootId, claimed_at = @now,
      owner_daemon = @owner, not_before = NULL, updated_at = @now,
      revision = (SELECT revision + 1 FROM board)
  WHERE id = @id AND account_id = @accountId AND status = 'queued'
    AND (not_before IS NULL OR not_before <= @now)
    AND (owner_daemon = @owner OR owner_daemon IS NULL)
    AND (kind = 'send' OR ${ROOM_FOR_A_WORKER})
  RETURNING *`;

/**
 * Claims the oldest rows that may be claimed, `atMost` of them. Each tenant is probed at its head, once for sends and
 * once for workers, so a capped tenant costs one refused write, however much it has queued, and rows of other daemons
 * cost nothing. Small statements: one that does all of it spends ten times as long on its temporary tables.
 */
export function claimOldest(
  connection: Connection,
  accountId: string,
  request: ClaimRequest,
  atMost: number,
): TaskRow[] {
  const { me, workerCap, now } = request;
  const parameters = { accountId, ...me, workerCap, now };
  const { first, last, firstOfNobody, lastOfNobody } =
    connection.first<Tenants>(TENANTS, {
      accountId,
      owner: me.owner,
      from: '',
    }) ?? NO_TENANTS;
  const probe = { accountId, ...request, atMost };
  const heads = [
    ...headsOfTenants(connection, 'mine', first, last, probe),
    ...headsOfTenants(connection, 'nobodys', firstOfNobody, lastOfNobody, probe),
  ];
  if (heads.length > 1) heads.sort(byAge);
  const claimed: TaskRow[] = [];
  const full = new Set<string>();
  for (const { id, project_id: projectId, is_send: isSend } of heads) {
    if (claimed.length === atMost) break;
    if (isSend === 0 && full.has(projectId)) continue;
    const row = connection.first<TaskRow>(CLAIM, { ...parameters, id });
    if (row !== undefined) claimed.push(row);
    else full.add(projectId);
  }
  return claimed;
}

interface Probe extends ClaimRequest {
  readonly accountId: string;
  readonly atMost: number;
}

interface Tenants {
  readonly first: string | null;
  readonly last: string | null;
  readonly firstOfNobody: string | null;
  readonly lastOfNobody: string | null;
}

const NO_TENANTS: Tenants = { first: null, last: null, firstOfNobody: null, lastOfNobody: null };

function headsOfTenants(
  connection: Connection,
  ownership: Ownership,
  first: string | null,
  last: string | null,
  { accountId, me, workerCap, excludedIds, now, atMost }: Probe,
): Head[] {
  const heads: Head[] = [];
  const owned = ownership === 'mine' ? { owner: me.owner } : {};
  let projectId = first;
  while (projectId !== null) {
    const parameters = { accountId, ...owned, projectId, workerCap, now, atMost };
    let found = connection.all<Head>(HEADS[ownership], parameters);
    if (found.some(({ id }) => excludedIds.includes(id))) {
      const excluded = JSON.stringify(excludedIds);
      found = connection.all<Head>(HEADS_NOT_EXCLUDED[ownership], { ...parameters, excluded });
    }
    heads.push(...found);
    if (projectId === last) return heads;
    // The smallest text behind it.
    const from = `${projectId}\0`;
    const tenant = connection.first<{ next: string | null }>(NEXT_TENANT[ownership], {
      accountId,
      ...owned,
      from,
    });
    projectId = tenant?.next ?? null;
  }
  return heads;
}

function byAge(one: Head, other: Head): number {
  return one.created_at - other.created_at || (one.id < other.id ? -1 : 1);
}
