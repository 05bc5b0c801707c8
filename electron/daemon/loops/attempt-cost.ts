import type { Cost } from '../../../shared/runs.ts';
import { readTranscript } from '../workers/transcripts/read-transcript.ts';

const PAGE_ENTRIES = 500;

export interface PromptFacts {
  /** Null where the agent reports none. */
  readonly cost: Cost | null;
  /** When the session was last heard of; null when it was never. */
  readonly lastAt: number | null;
}

/**
 * What the last prompt of a session cost. Agents report what their session cost so far, so what it had cost before that
 * prompt is taken off.
 */
export async function factsOfLastPrompt(home: string, sessionId: string): Promise<PromptFacts> {
  let before = 0;
  let latest: Cost | null = null;
  let lastAt: number | null = null;
  let from = 0;
  for (;;) {
    const page = await readTranscript(home, sessionId, from, PAGE_ENTRIES);
    for (const { entry } of page.entries) {
      lastAt = entry.at;
      if (entry.type === 'prompt') before = latest?.amount ?? 0;
      else if (entry.type === 'usage' && entry.cost !== null) latest = entry.cost;
    }
    if (page.complete) break;
    from = page.next;
  }
  const cost =
    latest === null
      ? null
      : { amount: Math.max(0, latest.amount - before), currency: latest.currency };
  return { cost, lastAt };
}
