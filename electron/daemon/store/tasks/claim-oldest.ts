import type { Connection } from '../connection.ts';
import { ItemStatement } from '../item-statement.ts';
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

// `(SELECT @x)` for `@x`: where a bare parameter is compared, SQLite plans some statements anew at every call, which takes
// several times as long as to run them.
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

const workersOf = (projectId: string) => `FROM dispatch_tasks AS busy
  WHERE busy.account_id = (SELECT @accountId) AND busy.owner_daemon = (SELECT @owner) AND busy.project_id = ${projectId}
    AND busy.status IN ('claimed', 'running') AND busy.kind <> 'send'`;

/** Those that wait on a person do not fill the cap; they are only asked for where all together might. */
const NOT_WAITING = `AND NOT EXISTS (SELECT 1 FROM approvals
  WHERE task_id = busy.id AND generation = busy.generation AND status = 'open')`;

const WORKERS_AT_MOST = `CASE WHEN (SELECT count(*) ${workersOf('(SELECT @projectId)')}) + @atMost <= @workerCap THEN @atMost
  ELSE max(0, min(@atMost, @workerCap - (SELECT count(*) ${workersOf('(SELECT @projectId)')} ${NOT_WAITING}))) END`;

const headsAmong = (ownership: Ownership, sends: 0 | 1, limit: string, notExcluded: string) =>
  `SELECT id, created_at, project_id, ${sends} AS is_send FROM dispatch_tasks
   WHERE ${QUEUED_OF[ownership]} AND project_id = (SELECT @projectId) AND (kind = 'send') = ${sends}
     AND (not_before IS NULL OR not_before <= (SELECT @now)) ${notExcluded}
   ORDER BY created_at, id LIMIT (SELECT ${limit})`;

const headsOf = (ownership: Ownership, notExcluded = '') =>
  `SELECT * FROM (${headsAmong(ownership, 0, WORKERS_AT_MOST, notExcluded)})
   UNION ALL SELECT * FROM (${headsAmong(ownership, 1, '@atMost', notExcluded)})`;

const HEADS: Record<Ownership, string> = { mine: headsOf('mine'), nobodys: headsOf('nobodys') };
const NOT_EXCLUDED = 'AND id NOT IN (SELECT value FROM json_each(@excluded))';
const HEADS_NOT_EXCLUDED: Record<Ownership, string> = {
  mine: headsOf('mine', NOT_EXCLUDED),
  nobodys: headsOf('nobodys', NOT_EXCLUDED),
};

/** `earlier` workers of the same project are claimed by the same statement, which counts what was there before it. */
const roomForAWorker = (earlier: string) => `
  (SELECT count(*) ${workersOf('candidate.project_id')}) + ${earlier} < (SELECT @workerCap)
  OR (SELECT count(*) ${workersOf('candidate.project_id')} ${NOT_WAITING}) + ${earlier} < (SELECT @workerCap)`;

// `+`: rows are found by their ids, whatever other indexes have to offer.
const CLAIM = new ItemStatement(
  ['id', 'earlier'],
  ({ item, from, nth }) => `
  UPDATE dispatch_tasks AS candidate
  SET status = 'claimed', generation = generation + 1, claim_owner = @bootId, claimed_at = @now,
      owner_daemon = @owner, not_before = NULL, updated_at = @now,
      revision = (SELECT revision + 1 FROM board)${nth}
  ${from}
  WHERE candidate.id = ${item.id} AND +account_id = (SELECT @accountId) AND +status = 'queued'
    AND (not_before IS NULL OR not_before <= (SELECT @now))
    AND (owner_daemon = (SELECT @owner) OR owner_daemon IS NULL)
    AND (kind = 'send' OR ${roomForAWorker(item.earlier)})
  RETURNING *`,
);

/**
 * Claims the oldest rows that may be claimed, `atMost` of them. Each tenant is probed at its head, once for sends and
 * once for workers, so a capped tenant costs a count of what it has at work, however much it has queued, and rows of
 * other daemons cost nothing.
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
  let heads = [
    ...headsOfTenants(connection, 'mine', first, last, probe),
    ...headsOfTenants(connection, 'nobodys', firstOfNobody, lastOfNobody, probe),
  ];
  if (heads.length > 1) heads.sort(byAge);
  const claimed: TaskRow[] = [];
  while (heads.length > 0 && claimed.length < atMost) {
    const taken = heads.splice(0, atMost - claimed.length);
    const rows = claimThese(connection, taken, parameters);
    claimed.push(...taken.flatMap(({ id }) => rows.get(id) ?? []));
    const full = new Set(
      taken.flatMap(({ id, project_id: projectId }) => (rows.has(id) ? [] : projectId)),
    );
    if (full.size > 0) {
      heads = heads.filter((head) => head.is_send === 1 || !full.has(head.project_id));
    }
  }
  return claimed;
}

function claimThese(
  connection: Connection,
  heads: readonly Head[],
  parameters: Record<string, unknown>,
): ReadonlyMap<string, TaskRow> {
  const workers = new Map<string, number>();
  const items = heads.map(({ id, project_id: projectId, is_send: isSend }) => {
    if (isSend === 1) return { id, earlier: 0 };
    const earlier = workers.get(projectId) ?? 0;
    workers.set(projectId, earlier + 1);
    return { id, earlier };
  });
  const rows = CLAIM.all<TaskRow>(connection, items, parameters);
  return new Map(rows.map((row) => [row.id, row]));
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
    const parameters = { accountId, owner: me.owner, projectId, workerCap, now, atMost };
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
