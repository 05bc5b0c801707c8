import { z } from 'zod';
import { mergeMethodSchema } from '../../../shared/runs.ts';
import type { ForgeCheck, ForgePull, ForgeReview, ForgeState } from './forge-state.ts';

export interface ForgeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly login: string;
}

export interface ForgeAnswer {
  readonly status: number;
  readonly body: unknown;
  /** A list is answered in pages; where it is inside an object, under this name. */
  readonly pagedUnder?: 'root' | 'check_runs' | 'statuses';
}

export interface ForgeNames {
  readonly owner: string;
  readonly name: string;
}

const openSchema = z.object({
  head: z.string(),
  base: z.string(),
  title: z.string().min(1),
  body: z.string(),
});
const wordsSchema = z.object({ title: z.string(), body: z.string() });
const mergeSchema = z.object({ sha: z.string(), merge_method: mergeMethodSchema });

/** GitHub's REST, as far as it is used, over what the forge has. */
export function answerTo(request: ForgeRequest, state: ForgeState, names: ForgeNames): ForgeAnswer {
  const { method, path } = request;
  if (method === 'GET' && path === '/user') return ok({ login: request.login, id: 1 });
  const prefix = `/repos/${names.owner}/${names.name}`;
  if (!path.startsWith(`${prefix}/`)) return missing();
  const rest = path.slice(prefix.length);
  const [, number, tail = ''] = /^\/pulls\/(\d+)(\/reviews|\/merge)?$/.exec(rest) ?? [];
  if (rest === '/pulls') {
    if (method === 'GET') return listPulls(request, state, names);
    if (method === 'POST') return open(request, state, names);
  }
  if (number !== undefined) {
    const pull = state.pulls.find((candidate) => candidate.number === Number(number));
    if (pull === undefined) return missing();
    switch (`${method} ${tail}`) {
      case 'GET ':
        return ok(pullBody(pull, state, names));
      case 'PATCH ':
        Object.assign(pull, wordsSchema.parse(request.body));
        return ok(pullBody(pull, state, names));
      case 'GET /reviews': {
        const reviews = state.reviews.filter((review) => review.pull === pull.number);
        return { status: 200, body: reviews.map(reviewBody), pagedUnder: 'root' };
      }
      case 'PUT /merge':
        return merge(request, pull, state);
    }
  }
  const [, commit, kind] = /^\/commits\/([0-9a-f]+)\/(check-runs|status)$/.exec(rest) ?? [];
  if (method === 'GET' && commit !== undefined) {
    return kind === 'status' ? statuses(commit, state) : checkRuns(commit, state);
  }
  return missing();
}

function listPulls({ query }: ForgeRequest, state: ForgeState, names: ForgeNames): ForgeAnswer {
  const head = query.get('head');
  const found = state.pulls.filter(
    (pull) =>
      (query.get('state') !== 'open' || pull.state === 'open') &&
      (head === null || head === `${names.owner}:${pull.headBranch}`),
  );
  return { status: 200, body: found.map((pull) => listed(pull, state, names)), pagedUnder: 'root' };
}

function open({ body, login }: ForgeRequest, state: ForgeState, names: ForgeNames): ForgeAnswer {
  const { head, base, title, body: text } = openSchema.parse(body);
  const headCommit = state.git.tip(head);
  if (headCommit === null) return invalid({ field: 'head', code: 'invalid' });
  if (state.git.tip(base) === null) return invalid({ field: 'base', code: 'invalid' });
  const isTaken = state.pulls.some(
    (pull) => pull.state === 'open' && pull.headBranch === head && pull.baseBranch === base,
  );
  if (isTaken) {
    return invalid({ message: `A pull request already exists for ${names.owner}:${head}.` });
  }
  if (!state.git.hasCommitsBetween(base, head)) {
    return invalid({ message: `No commits between ${base} and ${head}` });
  }
  const pull: ForgePull = {
    number: state.pulls.length + 1,
    headBranch: head,
    baseBranch: base,
    author: login,
    title,
    body: text,
    state: 'open',
    lastHead: headCommit,
    mergeCommit: null,
    isDraft: false,
  };
  state.pulls.push(pull);
  return { status: 201, body: pullBody(pull, state, names) };
}

function merge({ body }: ForgeRequest, pull: ForgePull, state: ForgeState): ForgeAnswer {
  const { sha, merge_method } = mergeSchema.parse(body);
  if (pull.state !== 'open' || pull.isDraft) {
    return { status: 405, body: { message: 'Pull Request is not mergeable' } };
  }
  if (sha !== state.headOf(pull)) {
    const message = 'Head branch was modified. Review and try the merge again.';
    return { status: 409, body: { message } };
  }
  const commit = state.merge(pull, merge_method);
  if (commit === null) return { status: 405, body: { message: 'Pull Request is not mergeable' } };
  return ok({ sha: commit, merged: true, message: 'Pull Request successfully merged' });
}

function checkRuns(commit: string, state: ForgeState): ForgeAnswer {
  const runs = checksOf(commit, 'check_run', state).map(({ id, name, state: word }) => {
    const isOver = word !== 'queued' && word !== 'in_progress';
    const status = isOver ? 'completed' : word;
    return { id, name, head_sha: commit, status, conclusion: isOver ? word : null };
  });
  const body = { total_count: runs.length, check_runs: runs };
  return { status: 200, body, pagedUnder: 'check_runs' };
}

function statuses(commit: string, state: ForgeState): ForgeAnswer {
  const found = checksOf(commit, 'status', state).map(({ id, name, state: word }) => ({
    id,
    context: name,
    state: word,
  }));
  // GitHub's own word for no statuses at all is pending.
  const body = { sha: commit, state: 'pending', total_count: found.length, statuses: found };
  return { status: 200, body, pagedUnder: 'statuses' };
}

function checksOf(commit: string, kind: ForgeCheck['kind'], state: ForgeState): ForgeCheck[] {
  return state.checks.filter((check) => check.commit === commit && check.kind === kind);
}

/** As in a list. */
function listed(pull: ForgePull, state: ForgeState, { owner, name }: ForgeNames) {
  const full_name = `${owner}/${name}`;
  return {
    id: 10_000 + pull.number,
    number: pull.number,
    html_url: `https://github.com/${full_name}/pull/${pull.number}`,
    title: pull.title,
    body: pull.body,
    state: pull.state,
    draft: pull.isDraft,
    user: { login: pull.author },
    merged_at: pull.mergeCommit === null ? null : '2026-01-01T00:00:00Z',
    merge_commit_sha: pull.mergeCommit,
    head: { ref: pull.headBranch, sha: state.headOf(pull), repo: { full_name } },
    base: { ref: pull.baseBranch, repo: { full_name } },
  };
}

function pullBody(pull: ForgePull, state: ForgeState, names: ForgeNames) {
  const isOpen = pull.state === 'open';
  const mergeable = isOpen ? state.git.canMerge(pull.baseBranch, state.headOf(pull)) : null;
  return { ...listed(pull, state, names), merged: pull.mergeCommit !== null, mergeable };
}

function reviewBody({ id, login, commit, submittedAt, state }: ForgeReview) {
  return {
    id,
    user: { login },
    author_association: 'MEMBER',
    state,
    commit_id: commit,
    submitted_at: submittedAt,
  };
}

function ok(body: unknown): ForgeAnswer {
  return { status: 200, body };
}

function missing(): ForgeAnswer {
  return { status: 404, body: { message: 'Not Found' } };
}

function invalid(error: Readonly<Record<string, string>>): ForgeAnswer {
  return { status: 422, body: { message: 'Validation Failed', errors: [error] } };
}
