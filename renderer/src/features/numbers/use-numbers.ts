import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { CallResult } from '../../../../shared/contract.ts';
import type { NumbersSpan } from '../../../../shared/numbers.ts';
import { call, isConnectionLost } from '../../api/daemon.ts';
import { useTimeText } from '../../state/clock.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { useReread } from '../../state/use-reread.ts';

/** How long a change of the board waits to be counted, at least. */
const SHORTEST_SPACING_MS = 3_000;
/** What the daemon rests between two readings, by how long the last one took. */
const REST_FACTOR = 10;
/** The shortest part of an hour by which clocks of the world differ: a new hour may begin with each. */
const QUARTER_MS = 900_000;

export interface NumbersAnswer {
  readonly result: CallResult<'numbers.read'>;
  /** What it answers. */
  readonly of: string;
  readonly tookMs: number;
}

/**
 * What the daemon counts, null until it has. Read again when the board has changed, seldom enough that a long table is
 * not read all the time, and while the page can be seen only. `until` null: now.
 */
export function useNumbers(
  span: NumbersSpan,
  until: number | null,
): { readonly answer: NumbersAnswer | null; readonly isCurrent: boolean } {
  const isSeen = useIsSeen();
  const [tookMs, setTook] = useState(0);
  const board = useFleet(
    ({ board: { revision }, reconnections }) => `${revision} ${reconnections}`,
  );
  const quarter = useTimeText((now) => String(Math.floor(now / QUARTER_MS)));
  const changes = useSpaced(
    isSeen ? `${board} ${quarter}` : null,
    Math.max(SHORTEST_SPACING_MS, REST_FACTOR * tookMs),
  );
  const of = `${span} ${until ?? 'now'}`;
  const answer = useReread<NumbersAnswer | null>(null, `${of} ${changes}`, async (known) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const startedAt = performance.now();
    const result = await call('numbers.read', { span, until: until ?? Date.now(), timeZone });
    const took = performance.now() - startedAt;
    setTook(took);
    return answerAfter(known, { result, of, tookMs: took });
  });
  return { answer, isCurrent: answer?.of === of };
}

/** Figures stay while the daemon is lost; it is asked again when it is there. */
export function answerAfter(known: NumbersAnswer | null, answer: NumbersAnswer): NumbersAnswer {
  const isLost = !answer.result.ok && isConnectionLost(answer.result.problem);
  return isLost && known?.result.ok === true && known.of === answer.of ? known : answer;
}

/** The value, no more often than that; the last one is never lost. Null changes nothing. */
function useSpaced(value: string | null, spacingMs: number): string {
  const [told, tell] = useState(value ?? '');
  const latest = useRef(value);
  const isBehind = value !== null && value !== told;
  useEffect(() => {
    latest.current = value;
  });
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => tell((before) => latest.current ?? before), spacingMs);
    return () => clearTimeout(timer);
  }, [isBehind, spacingMs]);
  return told;
}

function useIsSeen(): boolean {
  return useSyncExternalStore(subscribeToSight, () => document.visibilityState === 'visible');
}

function subscribeToSight(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
