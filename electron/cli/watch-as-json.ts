import type { CommandContext } from './command-context.ts';
import type { Follower } from './follow.ts';
import { WatchedProject } from './watched-project.ts';

/** One object per line; the shapes are in docs/cli.md. */
export function jsonWatch(
  { call, daemon, terminal }: CommandContext,
  asked: string | null,
): Follower {
  const project = new WatchedProject(asked, call);
  return {
    async connected(again) {
      terminal.json({ event: 'connected', owner: daemon.owner, again });
    },
    async cards(cards) {
      for (const task of cards) {
        if (project.includes(task)) terminal.json({ event: 'task', task });
      }
    },
    sessions(sessions) {
      for (const session of sessions) {
        if (project.includes(session)) terminal.json({ event: 'session', session });
      }
    },
    async runs(runs) {
      for (const run of runs) {
        if (project.includes(run)) terminal.json({ event: 'run', run });
      }
    },
    async settled(events) {
      for (const dispatch of events) {
        if (await project.includesEvent(dispatch)) terminal.json({ event: 'dispatch', dispatch });
      }
    },
    lost: (problem) => terminal.json({ event: 'disconnected', problem }),
  };
}
