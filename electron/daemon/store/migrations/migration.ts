/** One numbered, additive step of the schema. Never edited once released: the next change is the next number. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}
