import { endWithNpm } from './parent.mjs';

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

let isLineOpen = false;

/** Progress goes to standard error: some commands print an answer to standard output. */
export function say(/** @type {string} */ line) {
  process.stderr.write(`${isLineOpen ? '\n' : ''}fleetboard: ${line}\n`);
  isLineOpen = false;
}

/**
 * Runs one step that has something to do, on one line that ends with how long it took.
 *
 * @template Result
 * @param {string} what
 * @param {() => Promise<Result>} work
 */
export async function step(what, work) {
  process.stderr.write(`${isLineOpen ? '\n' : ''}fleetboard: ${what} … `);
  isLineOpen = true;
  const startedAt = Date.now();
  try {
    const result = await work();
    end(what, seconds(startedAt));
    return result;
  } catch (error) {
    end(what, 'failed');
    throw error;
  }
}

export function seconds(/** @type {number} */ since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Runs a composition root: an expected failure is two lines, a bug is a stack trace. */
export async function main(/** @type {() => Promise<number>} */ work) {
  endWithNpm();
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

function end(/** @type {string} */ what, /** @type {string} */ how) {
  process.stderr.write(isLineOpen ? `${how}\n` : `fleetboard: ${what}: ${how}\n`);
  isLineOpen = false;
}
