import type { TaskDetails } from '../../shared/contract.ts';
import type { CommandContext } from './command-context.ts';
import { CallFailed } from './command-stopped.ts';
import { exitCodeOf } from './exit-codes.ts';
import { follow } from './follow.ts';
import { firstLine } from './terminal.ts';
import { shortId } from './words.ts';

/** A daemon that is restarted is back long before. */
const PATIENCE_MS = 60_000;

/** Waits until a task has settled, and says on standard error when it asks something. @throws DaemonNotReached */
export async function waitForTask(context: CommandContext, taskId: string): Promise<TaskDetails> {
  const { call, terminal } = context;
  const settled = new AbortController();
  let asked: string | null = null;
  let last: TaskDetails | null = null;

  async function look(): Promise<void> {
    const answer = await call('task.details', { taskId });
    if (answer.outcome === 'not_found') throw new CallFailed(taskIsGone(taskId));
    last = answer.details;
    const { status, question } = last.card;
    if (exitCodeOf(status) !== null) settled.abort();
    if (question !== null && question.approvalId !== asked) {
      asked = question.approvalId;
      terminal.note(
        `It asks: ${firstLine(question.title)}. Answer: fleetboard approve ${shortId(taskId)}`,
      );
    }
  }

  await follow(
    context,
    {
      connected: look,
      async cards(cards) {
        if (cards.some(({ id }) => id === taskId)) await look();
      },
      sessions() {},
      async runs() {},
      async settled() {},
      lost: ({ message }) => terminal.note(`${message} Waiting for it to come back.`),
    },
    { signal: settled.signal, patienceMs: PATIENCE_MS },
  );
  if (last === null) throw new CallFailed(taskIsGone(taskId));
  return last;
}

function taskIsGone(taskId: string) {
  return {
    code: 'task_gone',
    message: `The task ${taskId} is no longer in the database.`,
    nextStep: 'Start it again.',
  };
}
