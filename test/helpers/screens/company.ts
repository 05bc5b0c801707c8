import type { Activity } from '../../../shared/board.ts';
import { WORK_ERRORS } from '../../../shared/work-errors.ts';
import { type CompanyRepository, PULL_NUMBER } from './company-repository.ts';
import type { CompanyRows } from './company-rows.ts';
import { loopTranscript, migrationTranscript, scoutTranscript } from './company-transcripts.ts';

/** What tests open by name. */
export const COMPANY = {
  asking: 'webhooks',
  blocked: 'payment-sdk',
  heldByHand: 'rate-limits',
  working: 'guide',
  queued: 'changelog',
  scouted: 'slow-orders',
  dismissed: 'flaky-login',
  ofOther: 'invoices',
  looping: 'flaky-checkout',
  reviewed: 'rounding',
  published: 'immutable-lines',
} as const;

export const COMPANY_CONFIGURATION = {
  agents: {
    claude: {
      ...{ protocol: 'acp', command: 'npx' },
      args: ['-y', '@agentclientprotocol/claude-agent-acp'],
    },
    codex: { protocol: 'acp', command: 'npx', args: ['-y', '@agentclientprotocol/codex-acp'] },
    gemini: { protocol: 'acp', command: 'gemini', args: ['--experimental-acp'] },
  },
  projects: {},
} as const;

/** A little company in the middle of its day: every lane, every kind of row, nothing that runs. */
export function seedCompany(rows: CompanyRows, repository: CompanyRepository): void {
  for (const project of ['shop', 'api', 'docs']) rows.project(project, rows.folderOf(project));
  seedWaiting(rows);
  seedAtWork(rows);
  seedOfOther(rows);
  seedSettled(rows);
  seedLoopingRun(rows, repository);
  seedEndedRuns(rows, repository);
  seedPull(rows, repository);
  seedDaemons(rows);
}

/** What the agents did last: news that no database holds. */
export function companyActivities(now: number): readonly Activity[] {
  return [
    { sessionId: 's-guide', line: 'Write the section about retries', at: now, transcriptNext: 0 },
    {
      sessionId: 's-flaky-checkout-3',
      line: 'Wait for the payment frame before the click',
      at: now,
      transcriptNext: 0,
    },
    { sessionId: 's-images', line: 'npm run build', at: now, transcriptNext: 0 },
  ];
}

function seedWaiting(rows: CompanyRows): void {
  const webhooks = { id: COMPANY.asking, project: 'api' };
  rows.task({
    ...webhooks,
    ...{ agent: 'claude', status: 'held', created: 26, started: 25 },
    prompt:
      'Move the webhook worker to the new queue\n\nKeep the old one until every event has been delivered.',
    more: { kind: 'attempt', worker_session_id: 's-webhooks' },
  });
  rows.session({
    ...{ id: 's-webhooks', task: COMPANY.asking, project: 'api', agent: 'claude' },
    ...{ title: 'Move the webhook worker to the new queue', state: 'awaiting', created: 25 },
    transcript: migrationTranscript(rows.ago(25), `q-${COMPANY.asking}-7`),
  });
  const asked = { task: COMPANY.asking, session: 's-webhooks', project: 'api' };
  rows.question({
    ...asked,
    title: 'Install the driver of the outbox',
    command: 'npm install pg-boss',
    asked: 18,
    answeredBy: 'window',
  });
  rows.question({
    ...asked,
    title: 'Run the migration on staging',
    command: 'npm run migrate -- --env staging',
    asked: 7,
    answeredBy: null,
  });
  rows.audit(webhooks, [
    [26, 'dispatch.enqueued', 'window', 'Queued.'],
    [25, 'dispatch.claimed', rows.of.owner, 'Claimed; its worktree is ready.'],
    [18, 'approval.asked', rows.of.owner, 'Asks: Install the driver of the outbox.'],
    [17, 'approval.answered', 'window', 'Allow once.'],
    [7, 'dispatch.held', rows.of.owner, 'Held while it waits for an answer.'],
  ]);
  rows.task({
    ...{ id: COMPANY.blocked, project: 'shop', agent: 'codex', status: 'blocked' },
    ...{ prompt: 'Upgrade the payment SDK to version 9', created: 94, started: 93, settled: 71 },
    more: {
      ...{ attempts: 2, error: 'The agent exited with code 1 before it answered.' },
      error_code: 'agent_exited_without_answer',
      error_next_step: WORK_ERRORS.agent_exited_without_answer.nextStep,
    },
  });
  rows.task({
    ...{ id: COMPANY.heldByHand, project: 'api', agent: 'gemini', status: 'held' },
    ...{ prompt: 'Sketch rate limits per account', created: 41, started: 40 },
    more: { kind: 'attempt' },
  });
}

function seedAtWork(rows: CompanyRows): void {
  const working = [
    {
      id: COMPANY.working,
      project: 'docs',
      agent: 'claude',
      created: 12,
      title: 'Write the migration guide for webhooks',
    },
    {
      id: 'images',
      project: 'docs',
      agent: 'codex',
      created: 4,
      title: 'Serve images in two sizes',
    },
  ];
  for (const { id, project, agent, created, title } of working) {
    rows.task({
      ...{ id, project, agent, status: 'running', created, started: created, prompt: title },
      more: { worker_session_id: `s-${id}` },
    });
    rows.session({ id: `s-${id}`, task: id, project, agent, title, state: 'working', created });
  }
  // Both places of its project are taken.
  rows.task({
    ...{ id: COMPANY.queued, project: 'docs', agent: 'gemini', status: 'queued', created: 2 },
    ...{ prompt: 'Draft the changelog of 2.4', more: { generation: 0 } },
  });
}

/** Of a daemon that has fallen silent. */
function seedOfOther(rows: CompanyRows): void {
  rows.task({
    ...{ id: COMPANY.ofOther, project: 'api', agent: 'claude', status: 'running' },
    ...{ prompt: 'Send invoices once a month', created: 33, started: 32 },
    more: { kind: 'attempt', owner_daemon: '127.0.0.1:7461', claim_owner: 'of 127.0.0.1:7461' },
  });
}

function seedSettled(rows: CompanyRows): void {
  rows.task({
    ...{ id: COMPANY.scouted, project: 'api', agent: 'gemini', status: 'done' },
    ...{
      prompt: 'Why is the order list slow for large accounts?',
      created: 63,
      started: 62,
      settled: 55,
    },
    more: {
      ...{ shape: 'scout', branch: null, worker_session_id: 's-slow-orders' },
      result_digest:
        'The list sorts by placed_at, which no index covers: 1.9 s for 40,000 orders.\n\nAn index on (account_id, placed_at) brings it to 11 ms. The migration is one line.',
    },
  });
  rows.session({
    ...{ id: 's-slow-orders', task: COMPANY.scouted, project: 'api', agent: 'gemini' },
    ...{ title: 'Why is the order list slow for large accounts?', state: 'idle', created: 62 },
    transcript: scoutTranscript(rows.ago(62)),
  });
  rows.task({
    ...{ id: 'empty-cart', project: 'shop', agent: 'claude', status: 'done' },
    ...{
      prompt: 'Say what to do when the cart is empty',
      created: 132,
      started: 131,
      settled: 118,
    },
    more: { result_digest: 'The empty cart leads back to what was looked at last.' },
  });
  const put = { dismissed_by: 'window', dismissed_at: rows.ago(160) };
  rows.task({
    ...{ id: COMPANY.dismissed, project: 'shop', agent: 'codex', status: 'failed' },
    ...{ prompt: 'Find out why the login test is flaky', created: 224, started: 223, settled: 190 },
    more: {
      ...put,
      attempts: 1,
      error: 'The model declined the request.',
      error_code: 'agent_refused',
      error_next_step: WORK_ERRORS.agent_refused.nextStep,
    },
  });
  rows.task({
    ...{ id: 'alt-texts', project: 'docs', agent: 'gemini', status: 'done' },
    ...{ prompt: 'Give every picture a text', created: 380, started: 379, settled: 352 },
    more: { ...put, result_digest: '41 pictures have one now.' },
  });
  rows.task({
    ...{ id: 'dark-mails', project: 'shop', agent: 'claude', status: 'cancelled' },
    ...{ prompt: 'Try a dark theme for mails', created: 420, started: 419, settled: 401 },
  });
}

function seedLoopingRun(rows: CompanyRows, { reviewed }: CompanyRepository): void {
  const id = COMPANY.looping;
  rows.run(id, 'shop', {
    ...{ goal: 'Make the checkout tests pass ten times in a row', agent: 'claude' },
    ...{ base_commit: reviewed.base, check_command: 'npm run test:e2e -- checkout --repeat 10' },
    ...{ status: 'working', created_at: rows.ago(38), updated_at: rows.ago(5), has_work: 1 },
  });
  const failed = {
    phase: 'decided',
    outcome: 'check_failed',
    check_exit_code: 1,
    prompt: 'Make the checkout tests pass ten times in a row',
  };
  rows.attempt(id, 1, {
    ...failed,
    started_at: rows.ago(38),
    settled_at: rows.ago(27),
    checked_at: rows.ago(26),
    cost_amount: 0.62,
    check_output: '✗ pays with a saved card (3 of 10)\n  Timed out waiting for the payment frame',
  });
  rows.attempt(id, 2, {
    ...failed,
    started_at: rows.ago(25),
    settled_at: rows.ago(7),
    checked_at: rows.ago(6),
    cost_amount: 0.97,
    check_output: '✗ pays with a saved card (1 of 10)\n  Timed out waiting for the payment frame',
  });
  rows.attempt(id, 3, {
    phase: 'enqueued',
    prompt: failed.prompt,
    started_at: rows.ago(5),
    cost_amount: 0.18,
  });
  rows.task({
    ...{ id: `${id}-3`, project: 'shop', agent: 'claude', status: 'running' },
    ...{ prompt: failed.prompt, created: 5, started: 5 },
    more: { kind: 'attempt', run_id: id, attempt_id: `${id}-3`, worker_session_id: `s-${id}-3` },
  });
  rows.session({
    ...{ id: `s-${id}-3`, task: `${id}-3`, project: 'shop', agent: 'claude', created: 5 },
    ...{ title: failed.prompt, state: 'working' },
    transcript: loopTranscript(rows.ago(5)),
  });
}

function seedEndedRuns(rows: CompanyRows, { reviewed }: CompanyRepository): void {
  const ended = { status: 'ended', end_reason: 'passed', end_detail: 'Its check passed.' };
  rows.run(COMPANY.reviewed, 'shop', {
    ...{ ...ended, goal: 'Round each line before the total', agent: 'codex', has_work: 1 },
    ...{ base_commit: reviewed.base, head_commit: reviewed.head, check_command: 'npm test' },
    ...{ created_at: rows.ago(52), updated_at: rows.ago(31), ended_at: rows.ago(31) },
  });
  const attempt = { phase: 'decided', prompt: 'Round each line before the total' };
  rows.attempt(COMPANY.reviewed, 1, {
    ...attempt,
    outcome: 'check_failed',
    check_exit_code: 1,
    check_output: 'expected 767 to be 768',
    started_at: rows.ago(52),
    settled_at: rows.ago(44),
    checked_at: rows.ago(43),
    cost_amount: 0.41,
  });
  rows.attempt(COMPANY.reviewed, 2, {
    ...attempt,
    outcome: 'passed',
    check_exit_code: 0,
    check_output: 'Test Files  12 passed (12)',
    commit_id: reviewed.head,
    started_at: rows.ago(42),
    settled_at: rows.ago(32),
    checked_at: rows.ago(31),
    cost_amount: 0.38,
  });
  rows.audit({ id: COMPANY.reviewed, project: 'shop' }, [
    [52, 'run.started', 'window', 'Started.'],
    [43, 'run.attempt_decided', rows.of.owner, 'Attempt 1: the check failed with exit 1.'],
    [31, 'run.ended', rows.of.owner, 'Its check passed.'],
  ]);
  rows.run('search', 'docs', {
    ...{ goal: 'Search finds words with hyphens', agent: 'claude', has_work: 1, status: 'merged' },
    ...{ end_reason: 'passed', end_detail: 'Its check passed.', base_commit: reviewed.base },
    ...{ merge_commit: '7c1d20e4b95f7c1d20e4b95f7c1d20e4b95f7c1d', check_command: 'npm test' },
    ...{ created_at: rows.ago(300), updated_at: rows.ago(270), ended_at: rows.ago(276) },
  });
  rows.attempt('search', 1, {
    phase: 'decided',
    prompt: '',
    outcome: 'passed',
    check_exit_code: 0,
    started_at: rows.ago(300),
    settled_at: rows.ago(280),
    checked_at: rows.ago(276),
    cost_amount: 0.55,
  });
}

function seedPull(rows: CompanyRows, { published: { base, head } }: CompanyRepository): void {
  const id = COMPANY.published;
  rows.run(id, 'shop', {
    ...{ goal: 'Make lines of the cart immutable', agent: 'claude', has_work: 1, status: 'ended' },
    ...{ end_reason: 'passed', end_detail: 'Its check passed.', check_command: 'npm test' },
    ...{ base_commit: base, head_commit: head, created_at: rows.ago(188) },
    ...{ updated_at: rows.ago(9), ended_at: rows.ago(170) },
  });
  rows.attempt(id, 1, {
    phase: 'decided',
    prompt: 'Make lines of the cart immutable',
    outcome: 'passed',
    check_exit_code: 0,
    commit_id: head,
    started_at: rows.ago(188),
    settled_at: rows.ago(172),
    checked_at: rows.ago(171),
    cost_amount: 0.73,
  });
  const place = {
    account_id: 'local',
    host: 'github.com',
    repository: 'acme/shop',
    number: PULL_NUMBER,
  };
  rows.insert('run_pulls', {
    ...{ ...place, run_id: id, url: `https://github.com/acme/shop/pull/${PULL_NUMBER}` },
    ...{ status: 'merge_ready', remote: 'origin', head_branch: `fleetboard/${id}/1` },
    ...{ base_branch: 'main', unit: `${id}-1`, requester: 'ada', pushed_commit: head },
    ...{ approved_head: head, next_read_at: rows.ago(-600), version: 1 },
    ...{ created_at: rows.ago(169), updated_at: rows.ago(9) },
    facts: JSON.stringify({
      ...{ state: 'open', headCommit: head, baseBranch: 'main', isMergeable: true },
      ...{ checks: 'green', approvedBy: ['grace'], changesRequestedBy: [], readAt: rows.ago(1) },
    }),
  });
  rows.insert('pull_owners', {
    ...place,
    owner_run: id,
    owner_unit: `${id}-1`,
    version: 1,
    updated_at: rows.ago(169),
  });
}

function seedDaemons(rows: CompanyRows): void {
  const others = [
    {
      owner_daemon: '127.0.0.1:7460',
      pid: 8_812,
      heartbeat_at: rows.ago(44),
      stopped_at: rows.ago(44),
    },
    { owner_daemon: '127.0.0.1:7461', pid: 9_020, heartbeat_at: rows.ago(16), stopped_at: null },
  ];
  for (const other of others) {
    rows.insert('daemons', {
      ...other,
      boot_id: `of ${other.owner_daemon}`,
      machine: 'laptop',
      version: '0.1.0',
      started_at: rows.ago(700),
    });
  }
}
