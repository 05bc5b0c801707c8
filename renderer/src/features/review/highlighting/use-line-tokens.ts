import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ReviewDiff } from '../../../../../shared/review.ts';
import type { LinePosition } from '../diff-rows.ts';
import { DiffColours } from './diff-colours.ts';
import type { Token } from './tokens.ts';

const LONGEST_WAIT_MS = 200;

export function useDiffColours(diff: ReviewDiff): DiffColours {
  return useMemo(
    () =>
      new DiffColours(diff, {
        load: () => import('./highlighter.ts'),
        whenIdle: (work) => requestIdleCallback(work, { timeout: LONGEST_WAIT_MS }),
      }),
    [diff],
  );
}

/** Null while the line is plain. */
export function useLineTokens(colours: DiffColours, at: LinePosition): readonly Token[] | null {
  useEffect(() => colours.want(at), [colours, at]);
  return useSyncExternalStore(colours.subscribe, () => colours.tokensOf(at));
}
