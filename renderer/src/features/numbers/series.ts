/** One kind of figure in a chart, by what its colour stands for. */
export interface Series {
  readonly mark: 'done' | 'failed' | 'cancelled' | 'working' | 'awaiting';
  readonly name: string;
  /** One for each column. */
  readonly values: readonly number[];
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

export interface Block {
  readonly mark: Series['mark'];
  readonly column: number;
  /** As shares of the height, from the top. */
  readonly top: number;
  readonly height: number;
}

/** The series on top of each other, the first one lowest; the highest column fills the height. */
export function stackBlocks(series: readonly Series[]): readonly Block[] {
  const highest = highestColumn(series);
  if (highest === 0) return [];
  const filled = new Map<number, number>();
  return series.flatMap(({ mark, values }) =>
    values.flatMap((value, column): Block[] => {
      if (value === 0) return [];
      const before = filled.get(column) ?? 0;
      const height = value / highest;
      filled.set(column, before + height);
      return [{ mark, column, top: 1 - before - height, height }];
    }),
  );
}

export function highestColumn(series: readonly Series[]): number {
  const columns = series[0]?.values ?? [];
  return Math.max(
    0,
    ...columns.map((_, column) => total(series.map(({ values }) => values[column] ?? 0))),
  );
}
