import { attemptCauseWords } from '../../shared/run-words.ts';
import type { RunCard, RunDetails } from '../../shared/runs.ts';
import type { CommandContext } from './command-context.ts';
import { CallFailed } from './command-stopped.ts';
import { follow } from './follow.ts';
import { attemptResult } from './run-lines.ts';
import { firstLine } from './terminal.ts';
import { shortId } from './words.ts';

/** A daemon that is restarted is back long before. */
const PATIENCE_MS = 60_000;

/** Waits until a loop has ended, and says on standard error what happens on the way. @throws DaemonNotReached */
export async function waitForRun(context: CommandContext, runId: string): Promise<RunDetails> {
  const { call, terminal } = context;
  const ended = new AbortController();
  const told = new Set<string>();

  function tell(line: string): void {
    if (told.has(line)) return;
    told.add(line);
    terminal.note(line);
  }

  function look(card: RunCard): void {
    for (const line of linesOf(card)) tell(line);
    const { question } = card;
    if (question !== null && !told.has(question.approvalId)) {
      told.add(question.approvalId);
      terminal.note(
        `It asks: ${firstLine(question.title)}. Answer: fleetboard approve ${shortId(runId)}`,
      );
    }
    if (card.status !== 'working') ended.abort();
  }

  async function read(): Promise<RunDetails> {
    const answer = await call('run.details', { runId });
    if (answer.outcome === 'not_found') throw new CallFailed(runIsGone(runId));
    return answer.details;
  }

  await follow(
    context,
    {
      connected: async () => look((await read()).card),
      async runs(runs) {
        const card = runs.find(({ id }) => id === runId);
        if (card !== undefined) look(card);
      },
      async cards() {},
      sessions() {},
      async settled() {},
      lost: ({ message }) => terminal.note(`${message} Waiting for it to come back.`),
    },
    { signal: ended.signal, patienceMs: PATIENCE_MS },
  );
  return read();
}

function linesOf({ attempts }: RunCard): string[] {
  return attempts.flatMap((attempt) => {
    const { ordinal, because, outcome, error } = attempt;
    const begins = `Attempt ${ordinal} begins ${attemptCauseWords(because)}.`;
    if (outcome === null) return attempt.startedAt === null ? [] : [begins];
    const said = error === null ? '' : ` (${firstLine(error.message)})`;
    return [begins, `Attempt ${ordinal}: ${attemptResult(attempt)}${said}.`];
  });
}

function runIsGone(runId: string) {
  return {
    code: 'run_gone',
    message: `The run ${runId} is no longer in the database.`,
    nextStep: 'Start it again.',
  };
}
