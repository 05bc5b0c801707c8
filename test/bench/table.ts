export interface Measurement {
  readonly name: string;
  readonly values: readonly number[];
  /** What the project promises; printed beside what was measured, never asserted. */
  readonly bound: number;
}

/** Prints medians with their spread. */
export function printTable(title: string, rows: readonly Measurement[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`\n${title}`);
  console.log(`${'what'.padEnd(width)}  median     p95     max   bound`);
  for (const { name, values, bound } of rows) {
    const sorted = [...values].sort((a, b) => a - b);
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    const cells = [at(0.5), at(0.95), sorted.at(-1), bound].map((value) =>
      (value ?? Number.NaN).toFixed(1).padStart(6),
    );
    console.log(`${name.padEnd(width)}  ${cells.join('  ')}`);
  }
}
