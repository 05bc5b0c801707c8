import { it } from 'vitest';
import { replay } from './history.ts';

/** Histories that once went wrong, or nearly did, as a failing run of random-histories.ts prints them. */

// Without the status in the guard of `complete`, the second result would land: a deferral keeps the generation.
it('a result that arrives after its claim was released is stale, although no generation was lost', () =>
  replay([
    { do: 'enqueue', by: 'A', task: 'a', project: 'p', kind: 'spawn', failureLimit: 2 },
    { do: 'claim', by: 'A', cap: 1, except: [] },
    { do: 'release', task: 'a', generationsAgo: 0 },
    { do: 'complete', task: 'a', generationsAgo: 0 },
    { do: 'claim', by: 'A', cap: 1, except: [] },
    { do: 'complete', task: 'a', generationsAgo: 1 },
    { do: 'complete', task: 'a', generationsAgo: 0 },
  ]));

// The old program holds a row under generation 0, which no claim of a daemon has.
it('what the old program took is taken back only when its lease is over, and then it is fenced', () =>
  replay([
    { do: 'oldInsert', task: 'a', project: 'p', kind: 'send' },
    { do: 'oldClaim', task: 'a' },
    { do: 'restart', by: 'A' },
    { do: 'reclaimStale', by: 'A' },
    { do: 'pass', ms: 1000 },
    { do: 'reclaimStale', by: 'A' },
    { do: 'claim', by: 'B', cap: 1, except: [] },
    { do: 'oldFinish', task: 'a' },
    { do: 'oldReclaim' },
    { do: 'complete', task: 'a', generationsAgo: 0 },
  ]));
