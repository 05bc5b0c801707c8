/** Rows by id, as whoever shows them needs it. */
export interface Rows<Row> {
  readonly size: number;
  get(id: string): Row | undefined;
  has(id: string): boolean;
  values(): Iterable<Row>;
}

/** Above this, what has changed is taken over into the large map: a copy of it then pays for many changes. */
const MOST_RECENT = 256;

/** Immutable, and cheap to change a few of many: a change copies only what was changed lately. */
export class RowMap<Row> implements Rows<Row> {
  readonly #settled: ReadonlyMap<string, Row>;
  /** Lies over the others. */
  readonly #recent: ReadonlyMap<string, Row>;
  readonly size: number;

  constructor(
    settled: ReadonlyMap<string, Row> = new Map(),
    recent: ReadonlyMap<string, Row> = new Map(),
  ) {
    this.#settled = settled;
    this.#recent = recent;
    let size = settled.size;
    for (const id of recent.keys()) if (!settled.has(id)) size += 1;
    this.size = size;
  }

  get(id: string): Row | undefined {
    return this.#recent.get(id) ?? this.#settled.get(id);
  }

  has(id: string): boolean {
    return this.#recent.has(id) || this.#settled.has(id);
  }

  *values(): Generator<Row> {
    for (const [id, row] of this.#settled) yield this.#recent.get(id) ?? row;
    for (const [id, row] of this.#recent) if (!this.#settled.has(id)) yield row;
  }

  with(changed: ReadonlyMap<string, Row>): RowMap<Row> {
    if (changed.size === 0) return this;
    const recent = withAll(this.#recent, changed);
    return recent.size > MOST_RECENT
      ? new RowMap(withAll(this.#settled, recent))
      : new RowMap(this.#settled, recent);
  }
}

function withAll<Row>(rows: ReadonlyMap<string, Row>, more: ReadonlyMap<string, Row>) {
  const all = new Map(rows);
  for (const [id, row] of more) all.set(id, row);
  return all;
}
