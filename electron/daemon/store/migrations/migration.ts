/** One numbered, additive step of the schema. Never edited once released: the next change is the next number. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** It changes how the schema itself is written down, which SQLite must be told to let happen. */
  readonly editsSchema?: true;
}
