const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1_000;

/** One decimal at most: `812 bytes`, `3.4 MB`. */
export function describeBytes(bytes: number): string {
  if (bytes < STEP) return `${bytes} bytes`;
  let shown = bytes / STEP;
  let unit = 0;
  while (shown >= STEP && unit < UNITS.length - 1) {
    shown /= STEP;
    unit += 1;
  }
  return `${shown < 10 ? shown.toFixed(1) : Math.round(shown)} ${UNITS[unit]}`;
}
