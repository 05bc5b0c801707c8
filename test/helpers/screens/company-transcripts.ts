import type { TranscriptEntry } from '../../../shared/transcripts.ts';

/** What an agent did before it asked whether it may migrate. Times count up from `at`. */
export function migrationTranscript(at: number, approvalId: string): TranscriptEntry[] {
  return timed(at, [
    {
      type: 'prompt',
      text: 'Move the webhook worker to the new queue\n\nKeep the old one until every event has been delivered.',
    },
    {
      type: 'plan',
      entries: [
        { content: 'Find every place that publishes webhooks', status: 'completed' },
        { content: 'Write them to the outbox instead', status: 'completed' },
        { content: 'Migrate what is still in the old table', status: 'in_progress' },
        { content: 'Take the old worker away', status: 'pending' },
      ],
    },
    {
      type: 'message',
      text: 'Webhooks are published in three places. All of them go through `publish`, so one change is enough.',
    },
    {
      ...{ type: 'tool', toolCallId: 'read', title: 'Read src/webhooks/publish.ts', kind: 'read' },
      command: null,
      ...{ status: 'completed', output: '', diffs: [], locations: ['src/webhooks/publish.ts'] },
    },
    {
      ...{ type: 'tool', toolCallId: 'edit', title: 'Edit src/webhooks/publish.ts', kind: 'edit' },
      command: null,
      ...{ status: 'completed', output: '', locations: ['src/webhooks/publish.ts'] },
      diffs: [
        {
          path: 'src/webhooks/publish.ts',
          oldText: "await queue.add('webhook', event);\nreturn event.id;\n",
          newText: 'await outbox.insert({ event, attempts: 0 });\nreturn event.id;\n',
        },
      ],
    },
    {
      ...{ type: 'tool', toolCallId: 'test', title: 'Run the tests', kind: 'execute' },
      command: 'npm test -- webhooks',
      ...{ status: 'completed', diffs: [], locations: [] },
      output: 'Test Files  4 passed (4)\n     Tests  31 passed (31)',
    },
    {
      type: 'message',
      text: 'The tests pass. 212 events are still in the old table; I would like to move them on staging first.',
    },
    { type: 'usage', used: 48_200, size: 200_000, cost: { amount: 0.84, currency: 'USD' } },
    {
      ...{ type: 'question', approvalId, title: 'Run the migration on staging' },
      reason: 'The profile "standard" lets no command run that is not on its list.',
    },
  ]);
}

/** The third attempt of a run, at work. */
export function loopTranscript(at: number): TranscriptEntry[] {
  return timed(at, [
    {
      type: 'prompt',
      text: 'The check failed again: the click comes before the payment frame is there. Go on from what is there.',
    },
    {
      type: 'thought',
      text: 'Waiting longer only hides it. The frame tells when it is ready; the test should wait for that.',
    },
    {
      ...{ type: 'tool', toolCallId: 'find', title: 'Search for "payment-frame"', kind: 'search' },
      command: null,
      ...{ status: 'completed', output: '3 files', diffs: [], locations: [] },
    },
    {
      ...{ type: 'tool', toolCallId: 'edit', title: 'Edit test/e2e/checkout.ts', kind: 'edit' },
      command: null,
      ...{ status: 'completed', output: '', locations: ['test/e2e/checkout.ts'] },
      diffs: [
        {
          path: 'test/e2e/checkout.ts',
          oldText: 'await pause(500);\n',
          newText: "await page.frameLocator('#payment').getByText('Pay').waitFor();\n",
        },
      ],
    },
    { type: 'message', text: 'Wait for the payment frame before the click' },
  ]);
}

/** What a scout read and found. */
export function scoutTranscript(at: number): TranscriptEntry[] {
  return timed(at, [
    { type: 'prompt', text: 'Why is the order list slow for large accounts?' },
    {
      ...{ type: 'tool', toolCallId: 'plan', title: 'Read src/orders/list.sql', kind: 'read' },
      command: null,
      ...{ status: 'completed', output: '', diffs: [], locations: ['src/orders/list.sql'] },
    },
    { type: 'message', text: 'The list sorts by a column that no index covers.' },
    { type: 'ended', outcome: 'done', text: '' },
  ]);
}

type Untimed<Entry> = Entry extends TranscriptEntry ? Omit<Entry, 'at'> : never;

function timed(at: number, entries: readonly Untimed<TranscriptEntry>[]): TranscriptEntry[] {
  return entries.map((entry, index) => ({ ...entry, at: at + index * 20_000 }) as TranscriptEntry);
}
