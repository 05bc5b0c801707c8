/** Stops code at a named point until the test lets it go on: both orders of a race, without sleeping. */
export class Gate {
  readonly reached: Promise<void>;
  readonly #opened: Promise<void>;
  #arrive: () => void = () => {};
  #open: () => void = () => {};
  #passed = false;

  constructor() {
    this.reached = new Promise((resolve) => {
      this.#arrive = resolve;
    });
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open();
  }

  /** The first call waits at the gate; later ones pass. */
  before<Parameters extends unknown[], Result>(
    work: (...parameters: Parameters) => Promise<Result>,
  ): (...parameters: Parameters) => Promise<Result> {
    return async (...parameters) => {
      if (!this.#passed) {
        this.#passed = true;
        this.#arrive();
        await this.#opened;
      }
      return work(...parameters);
    };
  }
}
