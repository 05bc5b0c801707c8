import type { TaskDetails } from '../../shared/contract.ts';
import type { ProcessUse } from '../../shared/processes.ts';

/** One task of `tasks --json`, with all that `show` knows of it. `processes`: what its worker uses; null without one. */
export function taskInFull({ card, ...details }: TaskDetails, processes: ProcessUse | null) {
  return { ...card, ...details, processes };
}
