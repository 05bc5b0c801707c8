import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf } from '../helpers/forge/forge-client.ts';
import type { Interference } from '../helpers/forge/forge-interference.ts';
import { TestForge } from '../helpers/forge/test-forge.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let forge: TestForge;
let head: string;
let number: number;
beforeEach(async () => {
  folder = temporaryFolder('forge');
  forge = await TestForge.start(folder.path);
  head = forge.createBranch('fleetboard/run/1');
  number = forge.openPull('fleetboard/run/1');
});
afterEach(async () => {
  await forge.stop();
  folder.remove();
});

function read() {
  return clientOf(forge).readPull({ repository: forge.repository, number, knownTag: null });
}

const REVIEW = {
  user: { login: 'grace' },
  author_association: 'MEMBER',
  state: 'COMMENTED',
  commit_id: null,
  submitted_at: '2026-01-01T00:00:00Z',
};

const withRuns = (other: object) => (body: unknown) => {
  const { check_runs } = body as { check_runs: object[] };
  return { total_count: 1, check_runs: check_runs.map((run) => ({ ...run, ...other })) };
};

describe('facts with a hole in them', () => {
  const CASES: { what: string; at: RegExp; interference: Interference; says: RegExp }[] = [
    {
      what: 'a pull request of another number',
      at: /pulls\/1$/,
      interference: { kind: 'change', change: (body) => ({ ...(body as object), number: 7 }) },
      says: /#7 came in place of pull request #1/,
    },
    {
      what: 'a short commit',
      at: /pulls\/1$/,
      interference: {
        kind: 'change',
        change: (body) => {
          const pull = body as { head: { sha: string } };
          return { ...pull, head: { ...pull.head, sha: pull.head.sha.slice(0, 12) } };
        },
      },
      says: /head\.sha/,
    },
    {
      what: 'half a pull request',
      at: /pulls\/1$/,
      interference: { kind: 'half' },
      says: /pull request #1 of acme\/shop cannot be read/,
    },
    {
      what: 'half the reviews',
      at: /reviews/,
      interference: { kind: 'half' },
      says: /reviews/,
    },
    {
      what: 'an answer that is cut off',
      at: /reviews/,
      interference: { kind: 'cut' },
      says: /reviews of pull request #1 of acme\/shop: the connection closed/,
    },
    {
      what: 'an answer without end',
      at: /reviews/,
      interference: { kind: 'change', change: () => 'x'.repeat(17 * 1024 * 1024) },
      says: /more than 16777216 bytes/,
    },
    {
      what: 'a page that is missing',
      at: /reviews.*page=2/,
      interference: { kind: 'answer', status: 404, body: { message: 'Not Found' } },
      says: /page 2 of reviews/,
    },
    {
      what: 'a page that is empty',
      at: /reviews.*page=2/,
      interference: { kind: 'answer', status: 200, body: [] },
      says: /page 2 of reviews/,
    },
    {
      what: 'a list that ends before its last page',
      at: /reviews.*page=2/,
      interference: {
        kind: 'answer',
        status: 200,
        body: [{ ...REVIEW, id: 1 }],
      },
      says: /end before page 3/,
    },
    {
      what: 'a list that shifted while it was read',
      at: /reviews.*page=2/,
      interference: {
        kind: 'change',
        change: () => [{ ...REVIEW, id: 1_001 }],
      },
      says: /changed while they were read/,
    },
    {
      what: 'fewer check runs than there are',
      at: /check-runs/,
      interference: { kind: 'change', change: (body) => ({ ...(body as object), total_count: 9 }) },
      says: /1 of 9 check runs/,
    },
    {
      what: 'check runs of another commit',
      at: /check-runs/,
      interference: {
        kind: 'change',
        change: withRuns({ head_sha: '1'.repeat(40) }),
      },
      says: /head_sha/,
    },
    {
      what: 'statuses of another commit',
      at: /\/status/,
      interference: {
        kind: 'change',
        change: (body) => ({ ...(body as object), sha: '1'.repeat(40) }),
      },
      says: /statuses of .* cannot be read at sha/,
    },
    {
      what: 'a result that nobody knows',
      at: /check-runs/,
      interference: {
        kind: 'change',
        change: withRuns({ conclusion: 'splendid' }),
      },
      says: /conclusion/,
    },
    {
      what: 'a check that is over without a result',
      at: /check-runs/,
      interference: {
        kind: 'change',
        change: withRuns({ conclusion: null }),
      },
      says: /test ended without a result/,
    },
  ];

  it.each(CASES)('are said not to be complete: $what', async ({ at, interference, says }) => {
    forge.server.largestPage = 2;
    for (let times = 0; times < 5; times += 1) forge.comment(number, head, 'grace');
    forge.setChecks(head, 'test', 'success');
    // As often as a read is tried.
    forge.switches.next(at, interference, 3);
    const answer = await read();
    expect(answer).toMatchObject({
      outcome: 'incomplete',
      what: expect.stringMatching(says),
      problem: { code: 'answer_incomplete' },
    });
    expect(answer).not.toHaveProperty('facts');
  });

  it('are complete at the next try where only an answer was cut off', async () => {
    forge.switches.next(/reviews/, { kind: 'cut' });
    expect(await read()).toMatchObject({ outcome: 'read', facts: { reviews: [] } });
  });
});
