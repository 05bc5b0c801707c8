export interface RememberedAnswer {
  readonly etag: string;
  readonly value: unknown;
  readonly link: string;
}

/** Some four pages for each of a hundred pull requests that are followed. */
const MOST_ANSWERS = 400;

/** What the forge last answered, in memory, so that it can say that nothing changed. The longest unused is given up. */
export class RememberedAnswers {
  readonly #answers = new Map<string, RememberedAnswer>();

  get(key: string): RememberedAnswer | null {
    const found = this.#answers.get(key);
    if (found === undefined) return null;
    this.keep(key, found);
    return found;
  }

  keep(key: string, answer: RememberedAnswer): void {
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MOST_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }

  clear(): void {
    this.#answers.clear();
  }
}
