import type { Connection } from './connection.ts';

/** How a statement names what an item brings. */
type Columns<Name extends string> = Readonly<Record<Name, string>>;

export interface ItemSource<Name extends string> {
  readonly item: Columns<Name>;
  /** For an UPDATE: what the items are joined as; nothing where there is one. */
  readonly from: string;
  /** For an INSERT: a row of these values for each item. */
  readonly rows: (values: string) => string;
  /** To be added to the revision: each row gets one of its own. */
  readonly nth: string;
}

const ITEMS = 'FROM jsonb_each(@items) AS item';

type Value = string | number | null;

/**
 * One statement for any number of items. What a single one brings is bound; more come as JSON and are joined, which costs
 * half of as many statements, and more than one statement would for one.
 */
export class ItemStatement<Name extends string> {
  readonly #names: readonly Name[];
  readonly #one: string;
  readonly #many: string;

  constructor(names: readonly Name[], sql: (source: ItemSource<Name>) => string) {
    this.#names = names;
    this.#one = sql({
      item: columns(names, (name) => `@${name}`),
      from: '',
      rows: (values) => `VALUES (${values})`,
      nth: '',
    });
    this.#many = sql({
      item: columns(names, (_name, index) => `(item.value ->> ${index})`),
      from: ITEMS,
      // Without a WHERE, ON CONFLICT would be read as a part of FROM.
      rows: (values) => `SELECT ${values} ${ITEMS} WHERE true`,
      nth: ' + item.key',
    });
  }

  /** The rows that it returns, in any order. To be called inside a write. */
  all<Row>(
    connection: Connection,
    items: readonly Readonly<Record<Name, Value>>[],
    parameters: Record<string, unknown> = {},
  ): Row[] {
    const [only] = items;
    if (only === undefined) return [];
    return items.length === 1
      ? connection.all<Row>(this.#one, { ...parameters, ...only })
      : connection.all<Row>(this.#many, { ...parameters, items: this.#joined(items) });
  }

  /** As `all`, for a statement that returns none. */
  run(
    connection: Connection,
    items: readonly Readonly<Record<Name, Value>>[],
    parameters: Record<string, unknown> = {},
  ): void {
    const [only] = items;
    if (only === undefined) return;
    if (items.length === 1) connection.run(this.#one, { ...parameters, ...only });
    else connection.run(this.#many, { ...parameters, items: this.#joined(items) });
  }

  #joined(items: readonly Readonly<Record<Name, Value>>[]): string {
    return JSON.stringify(items.map((item) => this.#names.map((name) => wellFormed(item[name]))));
  }
}

function columns<Name extends string>(
  names: readonly Name[],
  nameOf: (name: Name, index: number) => string,
): Columns<Name> {
  return Object.fromEntries(
    names.map((name, index) => [name, nameOf(name, index)]),
  ) as Columns<Name>;
}

/** Half of a character, where a text was cut, would come out of JSON as bytes that are no text. */
function wellFormed(value: Value): Value {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
