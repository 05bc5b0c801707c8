import type { DispatchContext } from './dispatcher/dispatch-context.ts';
import type { Dispatcher } from './dispatcher/dispatcher.ts';
import { cancel, endSession } from './dispatcher/person-actions.ts';
import type { Pulls } from './handlers/pull-handlers.ts';
import type { Loops } from './handlers/run-handlers.ts';
import type { LoopContext } from './loops/loop-context.ts';
import { LoopController } from './loops/loop-controller.ts';
import type { PullContext } from './pulls/pull-context.ts';
import { PullKeeper } from './pulls/pull-keeper.ts';

/** What looks after runs: the controller of their loops, and the keeper of their pull requests. */
export interface RunKeeping {
  readonly loops: Loops;
  readonly pulls: Pulls;
  start(): Promise<void>;
  /** No step begins any more. Resolves when the current ones are over. */
  stop(): Promise<void>;
}

type Shared = Pick<
  DispatchContext,
  'me' | 'store' | 'workers' | 'clock' | 'log' | 'limits' | 'agent' | 'profile' | 'untilWritten'
>;

/** The dispatcher asks the controller, and the controller the dispatcher: whichever is made first knows the other later. */
export function keepRuns(
  shared: Shared,
  parts: {
    readonly home: string;
    readonly project: LoopContext['project'];
    readonly forgeOf: PullContext['forgeOf'];
    readonly dispatcher: () => Dispatcher;
  },
): RunKeeping {
  const { home, project, forgeOf, dispatcher } = parts;
  const loopContext: LoopContext = {
    ...shared,
    home,
    project,
    queue: {
      cancel: async (taskId, actor) => {
        await dispatcher().act((context) => cancel(context, taskId, actor));
      },
      endSession: async (sessionId) => {
        await dispatcher().act((context) => endSession(context, sessionId));
      },
    },
    onEnded: (runId) => keeper.wake(runId),
  };
  const controller = new LoopController(loopContext);
  const pullContext: PullContext = {
    ...shared,
    forgeOf,
    wakeRun: (runId) => controller.wake(runId),
  };
  const keeper = new PullKeeper(pullContext);
  return {
    loops: { context: loopContext, controller },
    pulls: { context: pullContext, keeper },
    async start() {
      await controller.start();
      await keeper.start();
    },
    async stop() {
      await Promise.all([controller.stop(), keeper.stop()]);
    },
  };
}
