export interface Comparison {
  readonly name: string;
  /** One value per round; the two of a round were measured one after the other. */
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  readonly unit: string;
  readonly target?: Target;
}

export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** Prints medians, the median of the rounds' ratios with its spread, and whether a target is met. */
export function printComparisons(
  title: string,
  against: string,
  rows: readonly Comparison[],
): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`\n${title}`);
  console.log(
    `${'what'.padEnd(width)} ${'ours'.padStart(10)} ${against.padStart(10)}         ratio (spread)        target`,
  );
  for (const { name, ours, theirs, unit, target } of rows) {
    const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
    const ratio = median(ratios);
    console.log(
      [
        name.padEnd(width),
        short(median(ours)).padStart(10),
        short(median(theirs)).padStart(10),
        unit.padEnd(4),
        ratio.toFixed(2).padStart(9),
        `(${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`.padEnd(14),
        target === undefined ? '' : verdict(ratio, target),
      ].join(' '),
    );
  }
}

/** Prints one measured value per row against its bound. */
export function printValues(
  title: string,
  rows: readonly {
    readonly name: string;
    readonly values: readonly number[];
    readonly unit: string;
    readonly target?: Target;
  }[],
): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`\n${title}`);
  for (const { name, values, unit, target } of rows) {
    const value = median(values);
    const spread = `(${short(Math.min(...values))}–${short(Math.max(...values))})`;
    console.log(
      `${name.padEnd(width)} ${short(value).padStart(9)} ${unit.padEnd(4)} ${spread.padEnd(18)} ${
        target === undefined ? '' : verdict(value, target)
      }`,
    );
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function verdict(value: number, target: Target): string {
  return 'atLeast' in target
    ? `≥ ${target.atLeast} ${value >= target.atLeast ? 'met' : 'MISSED'}`
    : `≤ ${target.atMost} ${value <= target.atMost ? 'met' : 'MISSED'}`;
}

function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
