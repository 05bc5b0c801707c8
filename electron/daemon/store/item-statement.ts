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

interface Call {
  readonly sql: string;
  readonly parameters: Record<string, unknown>;
}

/**
 * One statement for any number of items. What a single one brings is bound; more come as JSON and are joined, which costs
 * half of as many statements, and more than one statement would for one. What is the same in all of them is bound even so:
 * of what is written for many, that is most. There is a text for each combination of what differs that came up.
 *
 * What is bound for all must have other names than what the items bring, and none of either is called `items`.
 */
export class ItemStatement<Name extends string> {
  readonly #names: readonly Name[];
  readonly #sql: (source: ItemSource<Name>) => string;
  readonly #one: string;
  /** By the names of what differs. */
  readonly #many = new Map<string, string>();

  constructor(names: readonly Name[], sql: (source: ItemSource<Name>) => string) {
    this.#names = names;
    this.#sql = sql;
    this.#one = sql({
      item: columns(names, (name) => `@${name}`),
      from: '',
      rows: (values) => `VALUES (${values})`,
      nth: '',
    });
  }

  /** The rows that it returns, in any order. To be called inside a write. */
  all<Row>(
    connection: Connection,
    items: readonly Readonly<Record<Name, Value>>[],
    shared: Record<string, unknown> = {},
  ): Row[] {
    const call = this.#callWith(items, shared);
    return call === null ? [] : connection.all<Row>(call.sql, call.parameters);
  }

  /** As `all`, for a statement that returns none. */
  run(
    connection: Connection,
    items: readonly Readonly<Record<Name, Value>>[],
    shared: Record<string, unknown> = {},
  ): void {
    const call = this.#callWith(items, shared);
    if (call !== null) connection.run(call.sql, call.parameters);
  }

  /** Null for no items. */
  #callWith(
    items: readonly Readonly<Record<Name, Value>>[],
    shared: Record<string, unknown>,
  ): Call | null {
    const [first] = items;
    if (first === undefined) return null;
    const parameters: Record<string, unknown> = { ...shared };
    if (items.length === 1) return { sql: this.#one, parameters: Object.assign(parameters, first) };
    const differing: Name[] = [];
    for (const name of this.#names) {
      if (items.some((item) => item[name] !== first[name])) differing.push(name);
      else parameters[name] = first[name];
    }
    parameters.items = JSON.stringify(
      items.map((item) => differing.map((name) => wellFormed(item[name]))),
    );
    return { sql: this.#manyWith(differing), parameters };
  }

  #manyWith(differing: readonly Name[]): string {
    const key = differing.join();
    let sql = this.#many.get(key);
    if (sql === undefined) {
      sql = this.#sql({
        // As a query of its own: compared with a bare parameter, SQLite plans some of these anew at every call.
        item: columns(this.#names, (name) =>
          differing.includes(name)
            ? `(item.value ->> ${differing.indexOf(name)})`
            : `(SELECT @${name})`,
        ),
        from: ITEMS,
        // Without a WHERE, ON CONFLICT would be read as a part of FROM.
        rows: (values) => `SELECT ${values} ${ITEMS} WHERE true`,
        nth: ' + item.key',
      });
      this.#many.set(key, sql);
    }
    return sql;
  }
}

function columns<Name extends string>(
  names: readonly Name[],
  nameOf: (name: Name) => string,
): Columns<Name> {
  return Object.fromEntries(names.map((name) => [name, nameOf(name)])) as Columns<Name>;
}

/** Half of a character, where a text was cut, would come out of JSON as bytes that are no text. */
function wellFormed(value: Value): Value {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
