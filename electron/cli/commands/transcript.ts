import type { Command } from 'commander';
import type { TranscriptEntry } from '../../../shared/transcripts.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { identify, reportUnknown } from '../identify.ts';
import { transcriptLines } from '../transcript-lines.ts';

const PAGE_ENTRIES = 200;

export function addTranscript(program: Command): void {
  const command = program
    .command('transcript')
    .description('what a session was told, said and did')
    .argument('<session>', 'the id of a session, or of a task for its latest one')
    .action(async (written: string, _options: object, self: Command) =>
      exitWith(await transcript(contextOf(self), written)),
    );
  withExamples(command, 'fleetboard transcript 3f2a91c0 | less');
}

async function transcript(context: CommandContext, written: string): Promise<ExitCode> {
  const { call, json, terminal } = context;
  const sessionId = await sessionOf(context, written);
  if (sessionId === null) return reportUnknown(context, 'session', written);
  const say = (entry: TranscriptEntry) => {
    if (json) terminal.json(entry);
    else for (const line of transcriptLines(entry)) terminal.say(line);
  };
  for (let from = 0; ; ) {
    const page = await call('session.transcript', { sessionId, from, limit: PAGE_ENTRIES });
    for (const { entry } of page.entries) say(entry);
    if (page.entries.length === 0 || page.next === from) return EXIT.done;
    from = page.next;
  }
}

/** The session of that id, or the latest one of the task of that id. */
async function sessionOf(context: CommandContext, written: string): Promise<string | null> {
  const named = await identify(context, ['session', 'task'], written);
  if (named === null || named.id !== named.taskId) return named?.id ?? null;
  const answer = await context.call('task.details', { taskId: named.taskId });
  return answer.outcome === 'found' ? (answer.details.sessionIds[0] ?? null) : null;
}
