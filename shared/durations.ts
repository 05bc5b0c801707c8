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
