/** Work that is done one after another for each name, whoever asks for it. */
export class SerialWork {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Resolves, or rejects, as the work does. */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(name) ?? Promise.resolve();
    const done = before.then(work, work);
    const tail = done.catch(() => {});
    this.#tails.set(name, tail);
    void tail.then(() => {
      if (this.#tails.get(name) === tail) this.#tails.delete(name);
    });
    return done;
  }

  /** Resolves when nothing is left of what was asked for. */
  async settled(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }
}
