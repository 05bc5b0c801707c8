/** A set-up step cannot go on: what is wrong, and what to do about it. Shown without a stack trace. */
export class SetupFailed extends Error {
  /**
   * @param {string} message
   * @param {string} nextStep
   */
  constructor(message, nextStep) {
    super(message);
    this.name = 'SetupFailed';
    this.nextStep = nextStep;
  }
}

/** Progress goes to standard error: some commands print an answer to standard output. */
export function say(/** @type {string} */ line) {
  process.stderr.write(`fleetboard: ${line}\n`);
}

/**
 * Runs one step that has something to do, and says how long it took.
 *
 * @template Result
 * @param {string} what
 * @param {() => Promise<Result>} work
 */
export async function step(what, work) {
  say(`${what} …`);
  const startedAt = Date.now();
  const result = await work();
  say(`${what}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/** Runs a composition root: an expected failure is two lines, a bug is a stack trace. */
export async function main(/** @type {() => Promise<number>} */ work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (error instanceof SetupFailed) {
      say(error.message);
      say(`next step: ${error.nextStep}`);
    } else {
      console.error(error);
    }
    process.exitCode = 1;
  }
}
