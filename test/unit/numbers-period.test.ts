import { describe, expect, it } from 'vitest';
import {
  bucketsOf,
  localDate,
  localTime,
  untilEarlier,
  untilLater,
} from '../../shared/numbers-period.ts';

const HOUR_MS = 3_600_000;
const at = (iso: string) => Date.parse(iso);
const hoursOf = (buckets: ReturnType<typeof bucketsOf>) =>
  buckets.map(({ startAt, endAt }) => (endAt - startAt) / HOUR_MS);

describe('the buckets of a span', () => {
  it('are 24 hours, the last one under way', () => {
    const buckets = bucketsOf('day', at('2026-11-29T13:20:00Z'), 'Europe/Berlin');
    expect(buckets).toHaveLength(24);
    expect(buckets[0]?.startAt).toBe(at('2026-11-28T14:00:00Z'));
    expect(buckets[23]).toEqual({
      startAt: at('2026-11-29T13:00:00Z'),
      endAt: at('2026-11-29T14:00:00Z'),
    });
  });

  it('are hours as clocks show them, where those are half an hour or three quarters off', () => {
    const starts = (timeZone: string) =>
      bucketsOf('day', at('2026-11-29T13:20:00Z'), timeZone)[23]?.startAt;
    expect(starts('Asia/Kolkata')).toBe(at('2026-11-29T12:30:00Z'));
    expect(starts('Asia/Kathmandu')).toBe(at('2026-11-29T13:15:00Z'));
  });

  it.each([
    ['Europe/Berlin', '2026-11-22T23:00:00Z', '2026-11-29T23:00:00Z'],
    ['America/Los_Angeles', '2026-11-23T08:00:00Z', '2026-11-30T08:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-23T10:00:00Z', '2026-11-30T10:00:00Z'],
    ['UTC', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
  ])('are 7 days of %s', (timeZone, from, to) => {
    const buckets = bucketsOf('week', at('2026-11-29T22:59:59Z'), timeZone);
    expect(buckets).toHaveLength(7);
    expect([buckets[0]?.startAt, buckets[6]?.endAt]).toEqual([at(from), at(to)]);
  });

  it('begin with the moment of their edge', () => {
    const midnight = at('2026-11-29T23:00:00Z');
    const last = (until: number) => bucketsOf('week', until, 'Europe/Berlin').at(-1);
    expect(last(midnight - 1)?.endAt).toBe(midnight);
    expect(last(midnight)?.startAt).toBe(midnight);
  });

  it.each([
    ['forward, 23 hours', 'Europe/Berlin', '2026-03-29T12:00:00Z', 23],
    ['back, 25 hours', 'Europe/Berlin', '2026-10-25T12:00:00Z', 25],
    ['back by half an hour, 24.5 hours', 'Australia/Lord_Howe', '2026-04-05T03:00:00Z', 24.5],
    ['forward at midnight, which is left out', 'Africa/Cairo', '2026-04-24T12:00:00Z', 23],
  ])('know the day on which clocks go %s', (_how, timeZone, until, hours) => {
    expect(hoursOf(bucketsOf('week', at(until), timeZone))).toEqual([
      24,
      24,
      24,
      24,
      24,
      24,
      hours,
    ]);
  });

  it.each([
    ['2026-03-29T12:00:00Z', ['01:00:00+01:00', '03:00:00+02:00']],
    ['2026-10-25T12:00:00Z', ['02:00:00+02:00', '02:00:00+01:00']],
  ])('count every hour of such a day once: %s', (until, around) => {
    const buckets = bucketsOf('day', at(until), 'Europe/Berlin');
    expect(hoursOf(buckets)).toEqual(Array(24).fill(1));
    const times = buckets.map(({ startAt }) => localTime(startAt, 'Europe/Berlin').slice(11));
    expect(times.join(' ')).toContain(around.join(' '));
  });

  it.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'])(
    'leave no gap in %s, and pages lie side by side',
    (timeZone) => {
      for (const span of ['day', 'week', 'month'] as const) {
        for (const until of [
          '2011-12-31T12:00:00Z',
          '2026-03-29T12:00:00Z',
          '2026-10-26T00:30:00Z',
        ]) {
          const buckets = bucketsOf(span, at(until), timeZone);
          const earlier = bucketsOf(span, untilEarlier(buckets), timeZone);
          expect(bucketsOf(span, untilLater(span, earlier), timeZone)).toEqual(buckets);
          const all = [...earlier, ...buckets];
          expect(all.slice(1).map(({ startAt }) => startAt)).toEqual(
            all.slice(0, -1).map(({ endAt }) => endAt),
          );
        }
      }
    },
  );
});

describe('a time in a zone', () => {
  it('is written with its offset', () => {
    expect(localTime(at('2026-11-29T13:00:00Z'), 'Asia/Kathmandu')).toBe(
      '2026-11-29T18:45:00+05:45',
    );
    expect(localTime(at('2026-11-29T13:00:00Z'), 'America/St_Johns')).toBe(
      '2026-11-29T09:30:00-03:30',
    );
    expect(localTime(0, 'UTC')).toBe('1970-01-01T00:00:00+00:00');
    expect(localDate(at('2026-11-29T23:30:00Z'), 'Europe/Berlin')).toBe('2026-11-30');
  });
});
