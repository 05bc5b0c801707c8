import type { TaskDetails } from '../../shared/contract.ts';

/** One task of `tasks --json`, with all that `show` knows of it. */
export function taskInFull({ card, ...details }: TaskDetails) {
  return { ...card, ...details };
}
