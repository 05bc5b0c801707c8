import type { Cost } from '../../../shared/runs.ts';
import { logFailure } from '../log-failure.ts';
import type { Task } from '../store/store.ts';
import type { DispatchContext } from './dispatch-context.ts';
import type { LiveSession } from './live-work.ts';

/**
 * Writes down what each turn of a session cost, for the task that it served: agents tell what their whole session has
 * cost so far. A turn that was cancelled has cost too, also one that the daemon's own stop ended. Attempts of runs are left to their run, which keeps its own.
 */
export function keepCosts(context: DispatchContext, session: LiveSession): void {
  let served: Task | null = null;
  let spent: Cost | null = null;
  let told = 0;

  function takeUntold(): Cost | null {
    if (spent === null) return null;
    const amount = spent.amount - told;
    told = spent.amount;
    return amount > 0 ? { ...spent, amount } : null;
  }

  session.handle.subscribe(0, (event) => {
    if (event.type === 'transcript') {
      const { entry } = event;
      if (entry.type === 'prompt') served = session.work?.task ?? null;
      else if (entry.type === 'usage') spent = entry.cost ?? spent;
      return;
    }
    if (event.type !== 'turn_ended' && event.type !== 'exited') return;
    const cost = takeUntold();
    if (cost === null || served === null || served.runId !== null) return;
    const { id } = served;
    const write = () => context.untilWritten(() => context.store.numbers.addCost(id, cost));
    // The end of a daemon waits for nothing that was begun before: what is asked for at once is still written.
    session.tail = (context.live.closed ? write() : session.tail.then(write)).catch(
      (error: unknown) => {
        logFailure(context.log, error, `cost of task ${id} not written`);
      },
    );
  });
}
