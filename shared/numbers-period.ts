import type { NumbersSpan } from './numbers.ts';

/** From `startAt` up to, not including, `endAt`. */
export interface Period {
  readonly startAt: number;
  readonly endAt: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What one figure is of. Days are those of the calendar, so the two days of a clock change have 23 and 25 hours. */
const BUCKETS = {
  day: { count: 24, unit: 'hour', typicalMs: HOUR_MS },
  week: { count: 7, unit: 'day', typicalMs: 24 * HOUR_MS },
  month: { count: 30, unit: 'day', typicalMs: 24 * HOUR_MS },
} as const satisfies Record<NumbersSpan, unknown>;

/** Days begin, and clocks change, at quarters of an hour of universal time in every zone that is in use. */
const GRID_MS = 15 * MINUTE_MS;
/** Longer than any day. */
const LONGEST_DAY_MS = 27 * HOUR_MS;

/** The hours or days of the span, oldest first, without gaps; the last one contains `until`. */
export function bucketsOf(span: NumbersSpan, until: number, timeZone: string): readonly Period[] {
  const { count, unit, typicalMs } = BUCKETS[span];
  const startOf = (at: number) =>
    unit === 'hour' ? startOfHour(at, timeZone) : startOfDay(at, timeZone);
  let startAt = startOf(until);
  let endAt = startOf(startAt + 1.5 * typicalMs);
  const buckets: Period[] = [];
  while (buckets.length < count) {
    buckets.unshift({ startAt, endAt });
    endAt = startAt;
    startAt = startOf(endAt - 1);
  }
  return buckets;
}

/** What to ask for to see the period just before this one. */
export function untilEarlier(buckets: readonly Period[]): number {
  return (buckets[0]?.startAt ?? 0) - 1;
}

/** What to ask for to see the period just after this one. */
export function untilLater(span: NumbersSpan, buckets: readonly Period[]): number {
  const { count, typicalMs } = BUCKETS[span];
  // The middle of the last bucket, so that a clock change on the way moves it into no other.
  return (buckets.at(-1)?.endAt ?? 0) + (count - 0.5) * typicalMs;
}

/** As `2026-11-29`, by the calendar of the zone. */
export function localDate(at: number, timeZone: string): string {
  return new Date(wallTime(at, timeZone)).toISOString().slice(0, 10);
}

/** As `2026-11-29T13:00:00+01:00`. */
export function localTime(at: number, timeZone: string): string {
  const wall = wallTime(at, timeZone);
  const offset = Math.round((wall - at) / MINUTE_MS);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const digits = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
  return `${new Date(wall).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${digits}`;
}

function startOfHour(at: number, timeZone: string): number {
  const wall = wallTime(at, timeZone);
  return at - (wall - Math.floor(wall / HOUR_MS) * HOUR_MS);
}

/** The first moment with the same date: not always midnight, which some clock changes leave out. */
function startOfDay(at: number, timeZone: string): number {
  const date = localDate(at, timeZone);
  let within = Math.floor(at / GRID_MS);
  let before = within - LONGEST_DAY_MS / GRID_MS;
  while (within - before > 1) {
    const middle = Math.floor((within + before) / 2);
    if (localDate(middle * GRID_MS, timeZone) === date) within = middle;
    else before = middle;
  }
  return within * GRID_MS;
}

/** What clocks of the zone show, as milliseconds of a day in universal time. */
function wallTime(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const belowSecond = ((at % 1_000) + 1_000) % 1_000;
  return Date.UTC(year, month - 1, day, hour, minute, second) + belowSecond;
}

/** Made once for each zone: making one takes far longer than asking it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}
