const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Short and of one unit: `now`, `4m`, `3h`, `2d`. */
export function describeAge(ms: number): string {
  if (ms < MINUTE_MS) return 'now';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}h`;
  return `${Math.floor(ms / DAY_MS)}d`;
}

/** Two units at most: `8s`, `4m 12s`, `3h 20m`, `2d 3h`. */
export function describeDuration(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < MINUTE_MS) return `${Math.floor(whole / SECOND_MS)}s`;
  if (whole < HOUR_MS) return units(whole, MINUTE_MS, 'm', SECOND_MS, 's');
  if (whole < DAY_MS) return units(whole, HOUR_MS, 'h', MINUTE_MS, 'm');
  return units(whole, DAY_MS, 'd', HOUR_MS, 'h');
}

function units(ms: number, large: number, largeName: string, small: number, smallName: string) {
  const rest = Math.floor((ms % large) / small);
  const whole = `${Math.floor(ms / large)}${largeName}`;
  return rest === 0 ? whole : `${whole} ${rest}${smallName}`;
}

const UNITS: readonly (readonly [string, number])[] = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
  ['ms', 1],
];

/** To the millisecond, as it can be typed again: `2h`, `1h 30m`, `1s 500ms`. */
export function exactDuration(ms: number): string {
  let rest = ms;
  const parts = UNITS.flatMap(([name, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count}${name}`];
  });
  return parts.length === 0 ? '0s' : parts.join(' ');
}

const NAMES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(UNITS),
  min: MINUTE_MS,
  sec: SECOND_MS,
};

/** Milliseconds of what a person typed, such as `2h`, `90 s` or `1h 30m`; null for what is no time with a unit. */
export function parseDuration(typed: string): number | null {
  const text = typed.trim().toLowerCase();
  if (text === '0') return 0;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)\s*/gy)];
  const read = parts.reduce((length, [part]) => length + part.length, 0);
  if (parts.length === 0 || read !== text.length) return null;
  let ms = 0;
  for (const [, count = '', unit = ''] of parts) {
    const size = NAMES[unit];
    if (size === undefined || !Object.hasOwn(NAMES, unit)) return null;
    ms += Number(count) * size;
  }
  return Math.round(ms);
}
