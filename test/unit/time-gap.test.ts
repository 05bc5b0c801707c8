import { describe, expect, it } from 'vitest';
import { TimeGap } from '../../electron/daemon/dispatcher/time-gap.ts';
import { TestClock } from '../helpers/test-clock.ts';

const HOUR_MS = 3_600_000;

function gapAfter(happens: (gap: TimeGap, clock: TestClock) => void): number {
  const clock = new TestClock();
  const gap = new TimeGap(clock);
  happens(gap, clock);
  return gap.take();
}

describe('time in which nothing ran', () => {
  it('is none while both clocks agree, however long that takes', () => {
    expect(gapAfter((_gap, clock) => clock.pass(8 * HOUR_MS))).toBe(0);
  });

  it('is the sleep where running time stands still in it, told of or not', () => {
    expect(gapAfter((_gap, clock) => clock.jump(HOUR_MS))).toBe(HOUR_MS);
    expect(
      gapAfter((gap, clock) => {
        gap.suspended();
        clock.jump(HOUR_MS);
        gap.resumed();
      }),
    ).toBe(HOUR_MS);
  });

  it('is the sleep where running time goes on in it, once somebody tells of it', () => {
    expect(
      gapAfter((gap, clock) => {
        clock.pass(5_000);
        gap.suspended();
        clock.pass(HOUR_MS);
        gap.resumed();
        clock.pass(5_000);
      }),
    ).toBe(HOUR_MS);
  });

  it('ends with the first look, when nobody tells of waking up', () => {
    const clock = new TestClock();
    const gap = new TimeGap(clock);
    gap.suspended();
    clock.pass(HOUR_MS);
    expect(gap.take()).toBe(HOUR_MS);
    clock.pass(HOUR_MS);
    gap.resumed();
    expect(gap.take()).toBe(0);
  });

  it('adds up over several sleeps between two looks', () => {
    expect(
      gapAfter((gap, clock) => {
        for (let night = 0; night < 3; night += 1) {
          gap.suspended();
          gap.suspended();
          clock.pass(HOUR_MS);
          gap.resumed();
          gap.resumed();
        }
      }),
    ).toBe(3 * HOUR_MS);
  });

  it('is what a look came too late, where nobody tells of sleep', () => {
    expect(
      gapAfter((gap, clock) => {
        clock.pass(HOUR_MS + 5_000);
        gap.late(HOUR_MS);
      }),
    ).toBe(HOUR_MS);
    expect(
      gapAfter((gap, clock) => {
        clock.pass(8_000);
        gap.late(3_000);
      }),
    ).toBe(0);
  });

  it('is not counted twice when a sleep that was told of also made the look late', () => {
    expect(
      gapAfter((gap, clock) => {
        gap.suspended();
        clock.pass(HOUR_MS);
        gap.resumed();
        gap.late(HOUR_MS);
      }),
    ).toBe(HOUR_MS);
    expect(
      gapAfter((gap, clock) => {
        gap.suspended();
        clock.pass(HOUR_MS);
        gap.late(HOUR_MS);
      }),
    ).toBe(HOUR_MS);
  });

  it('is negative when somebody set the clock back, and counted once', () => {
    const clock = new TestClock();
    const gap = new TimeGap(clock);
    clock.jump(-HOUR_MS);
    expect(gap.take()).toBe(-HOUR_MS);
    expect(gap.take()).toBe(0);
  });
});
