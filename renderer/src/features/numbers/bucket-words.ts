import type { Numbers, NumbersSpan } from '../../../../shared/numbers.ts';
import type { Period } from '../../../../shared/numbers-period.ts';

const NAMES = {
  day: { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  week: { weekday: 'short', day: 'numeric', month: 'short' },
  month: { weekday: 'short', day: 'numeric', month: 'short' },
} as const satisfies Record<NumbersSpan, Intl.DateTimeFormatOptions>;

const TICKS = {
  day: { every: 6, format: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } },
  week: { every: 1, format: { weekday: 'short' } },
  month: { every: 7, format: { day: 'numeric', month: 'short' } },
} as const satisfies Record<NumbersSpan, unknown>;

/** What each bucket is called in full. */
export function bucketNames({ span, buckets, timeZone }: Numbers): readonly string[] {
  const format = new Intl.DateTimeFormat(undefined, { ...NAMES[span], timeZone });
  return buckets.map(({ startAt }) => format.format(startAt));
}

/** What stands below some of them, counted from the newest; the others have an empty text. */
export function bucketTicks({ span, buckets, timeZone }: Numbers): readonly string[] {
  const { every, format: options } = TICKS[span];
  const format = new Intl.DateTimeFormat(undefined, { ...options, timeZone });
  return buckets.map(({ startAt }, index) =>
    (buckets.length - 1 - index) % every === 0 ? format.format(startAt) : '',
  );
}

/** From when to when, as `23 – 29 Nov 2026`. */
export function periodWords(span: NumbersSpan, buckets: readonly Period[], timeZone: string) {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined) return '';
  return new Intl.DateTimeFormat(undefined, {
    ...{ day: 'numeric', month: 'short', timeZone },
    ...(span === 'day'
      ? ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const)
      : ({ year: 'numeric' } as const)),
  }).formatRange(first.startAt, span === 'day' ? last.endAt : last.endAt - 1);
}
