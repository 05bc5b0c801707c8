import { problemSchema } from '../../../../shared/problems.ts';
import { pullFactsShownSchema, pullStatusSchema } from '../../../../shared/pulls.ts';
import type { Connection } from '../connection.ts';
import type { RunPullRow } from './pull-store.ts';

/** A row of `run_pulls` as SQLite returns it. */
export interface PullRow {
  run_id: string;
  account_id: string;
  host: string;
  repository: string;
  number: number | null;
  url: string | null;
  status: string;
  remote: string;
  head_branch: string;
  base_branch: string;
  unit: string;
  requester: string;
  pushed_commit: string | null;
  approved_head: string | null;
  facts: string | null;
  facts_tag: string | null;
  trouble: string | null;
  failures: number;
  next_read_at: number | null;
  continued_from: string | null;
  version: number;
  created_at: number;
  updated_at: number;
}

export function findPullRow(
  connection: Connection,
  accountId: string,
  runId: string,
): PullRow | undefined {
  return connection.first<PullRow>(
    'SELECT * FROM run_pulls WHERE run_id = @runId AND account_id = @accountId',
    { runId, accountId },
  );
}

export function pullFromRow(row: PullRow): RunPullRow {
  return {
    runId: row.run_id,
    host: row.host,
    repository: row.repository,
    number: row.number,
    url: row.url,
    status: pullStatusSchema.parse(row.status),
    remote: row.remote,
    headBranch: row.head_branch,
    baseBranch: row.base_branch,
    unit: row.unit,
    requester: row.requester,
    pushedCommit: row.pushed_commit,
    approvedHead: row.approved_head,
    facts: row.facts === null ? null : pullFactsShownSchema.parse(JSON.parse(row.facts)),
    factsTag: row.facts_tag,
    trouble: row.trouble === null ? null : problemSchema.parse(JSON.parse(row.trouble)),
    failures: row.failures,
    nextReadAt: row.next_read_at,
    continuedFrom:
      row.continued_from === null ? null : (JSON.parse(row.continued_from) as RunPullRow),
    version: row.version,
  };
}

/** The columns under their names in `RunPullRow`, as they are stored. */
export function storedColumns(row: RunPullRow) {
  return {
    ...row,
    // In the order of the schema, so that the same facts are the same text.
    facts: row.facts === null ? null : JSON.stringify(pullFactsShownSchema.parse(row.facts)),
    trouble: row.trouble === null ? null : JSON.stringify(problemSchema.parse(row.trouble)),
    continuedFrom: row.continuedFrom === null ? null : JSON.stringify(row.continuedFrom),
  };
}

const COLUMNS: Readonly<Record<keyof RunPullRow, string>> = {
  runId: 'run_id',
  host: 'host',
  repository: 'repository',
  number: 'number',
  url: 'url',
  status: 'status',
  remote: 'remote',
  headBranch: 'head_branch',
  baseBranch: 'base_branch',
  unit: 'unit',
  requester: 'requester',
  pushedCommit: 'pushed_commit',
  approvedHead: 'approved_head',
  facts: 'facts',
  factsTag: 'facts_tag',
  trouble: 'trouble',
  failures: 'failures',
  nextReadAt: 'next_read_at',
  continuedFrom: 'continued_from',
  version: 'version',
};
const NAMES = Object.keys(COLUMNS) as (keyof RunPullRow)[];

const REPLACE_IF_UNCHANGED = `
  UPDATE run_pulls
  SET ${NAMES.filter((name) => name !== 'runId' && name !== 'version')
    .map((name) => `${COLUMNS[name]} = @${name}`)
    .join(', ')}, version = version + 1, updated_at = @now
  WHERE account_id = @accountId
    AND ${NAMES.map((name) => `${COLUMNS[name]} IS @before_${name}`).join(' AND ')}
  RETURNING *`;

/** Replaces the row if every column of it is as it was read; undefined when it is not. Part of the caller's transaction. */
export function replaceIfUnchanged(
  connection: Connection,
  accountId: string,
  before: RunPullRow,
  after: RunPullRow,
  now: number,
): PullRow | undefined {
  const compared = Object.fromEntries(
    Object.entries(storedColumns(before)).map(([name, value]) => [`before_${name}`, value]),
  );
  const { version: _, ...stored } = storedColumns(after);
  return connection.first<PullRow>(REPLACE_IF_UNCHANGED, {
    ...stored,
    ...compared,
    accountId,
    now,
  });
}
