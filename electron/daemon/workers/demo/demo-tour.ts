import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as acp from '@agentclientprotocol/sdk';

const run = promisify(execFile);

export interface Tour {
  readonly client: acp.AgentContext;
  readonly sessionId: string;
  readonly folder: string;
  readonly prompt: string;
  /** Counts the prompts of a session, so that the tool calls of one are not taken for those of another. */
  readonly number: number;
  readonly signal: AbortSignal;
}

const NOTES = 'FLEETBOARD-DEMO.md';
const COMMAND = `git add ${NOTES} && git commit -m "Note what was asked"`;
const STEPS = [
  'Read the project',
  'Note what was asked',
  'Commit, if you agree',
  'Report',
] as const;
/** Slow enough to be watched; a whole tour has seven pauses. Tests set it to 0. */
const PACE_MS = Number(process.env.FLEETBOARD_DEMO_PACE_MS ?? 200);
const SHOWN_CHARACTERS = 500;

/** One whole task: plan, read, edit, one question, report. A scout reads and reports only. */
export async function giveTour(tour: Tour): Promise<acp.PromptResponse> {
  try {
    return await (process.env.FLEETBOARD_SHAPE === 'scout' ? look(tour) : work(tour));
  } catch (error) {
    if (tour.signal.aborted) return { stopReason: 'cancelled' };
    throw error;
  }
}

async function look(tour: Tour): Promise<acp.PromptResponse> {
  const found = await readProject(tour);
  await say(tour, `I only looked. ${found}`);
  return { stopReason: 'end_turn' };
}

async function work(tour: Tour): Promise<acp.PromptResponse> {
  await plan(tour, 0);
  await say(tour, 'I will read the project, make one small edit, and ask before I commit it.');
  const found = await readProject(tour);

  await plan(tour, 1);
  await editNotes(tour);

  await plan(tour, 2);
  const isRepository = await isInRepository(tour.folder);
  const answer = await askToCommit(tour);
  if (answer === 'cancelled') return { stopReason: 'cancelled' };
  const outcome = answer === 'approve' ? await commit(tour, isRepository) : await leave(tour);

  await plan(tour, 3);
  await update(tour, { sessionUpdate: 'usage_update', used: 4_200, size: 200_000 });
  await plan(tour, 4);
  await say(tour, `${found} I added a line to ${NOTES}. ${outcome}`);
  return { stopReason: 'end_turn' };
}

async function readProject(tour: Tour): Promise<string> {
  const name = await firstTextFile(tour.folder);
  if (name === null) return 'The folder has no text file to read.';
  const file = path.join(tour.folder, name);
  const toolCallId = `read-${tour.number}`;
  await update(tour, {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: `Read ${name}`,
    kind: 'read',
    status: 'in_progress',
    locations: [{ path: file }],
  });
  await step(tour);
  const text = await readFile(file, 'utf8');
  await finishTool(tour, toolCallId, 'completed', text.slice(0, SHOWN_CHARACTERS));
  return `${name} has ${text.split('\n').length} lines.`;
}

async function firstTextFile(folder: string): Promise<string | null> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const texts = names.filter((name) => /\.(md|txt|json|[cm]?[jt]sx?|py|go|rs)$/i.test(name)).sort();
  return names.find((name) => name === 'README.md') ?? texts.find((name) => name !== NOTES) ?? null;
}

async function editNotes(tour: Tour): Promise<void> {
  const file = path.join(tour.folder, NOTES);
  const toolCallId = `edit-${tour.number}`;
  await update(tour, {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: `Edit ${NOTES}`,
    kind: 'edit',
    status: 'in_progress',
    locations: [{ path: file }],
  });
  await step(tour);
  const oldText = existsSync(file) ? await readFile(file, 'utf8') : null;
  const asked = tour.prompt.trim().split('\n', 1)[0] ?? '';
  const newText = `${oldText ?? '# What the demo agent was asked\n\n'}- ${today()}: ${asked}\n`;
  await writeFile(file, newText);
  await update(tour, {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: 'completed',
    content: [{ type: 'diff', path: file, oldText, newText }],
  });
}

async function askToCommit(tour: Tour): Promise<'approve' | 'reject' | 'cancelled'> {
  const toolCall = {
    toolCallId: commitId(tour),
    title: `Commit ${NOTES}`,
    kind: 'execute',
    status: 'pending',
    rawInput: { command: COMMAND },
  } satisfies acp.ToolCall;
  await update(tour, { sessionUpdate: 'tool_call', ...toolCall });
  const { outcome } = await tour.client.request<
    acp.RequestPermissionResponse,
    acp.RequestPermissionRequest
  >(acp.methods.client.session.requestPermission, {
    sessionId: tour.sessionId,
    toolCall,
    options: [
      { optionId: 'approve', name: 'Approve', kind: 'allow_once' },
      { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
    ],
  });
  tour.signal.throwIfAborted();
  if (outcome.outcome === 'cancelled') return 'cancelled';
  return outcome.optionId === 'approve' ? 'approve' : 'reject';
}

/** What was approved is done for real; a folder outside git gets a second line instead. */
async function commit(tour: Tour, isRepository: boolean): Promise<string> {
  const { folder } = tour;
  if (!isRepository) {
    await appendFile(path.join(folder, NOTES), `- ${today()}: approved\n`);
    await finishTool(tour, commitId(tour), 'completed', 'No git repository: wrote a line instead.');
    return 'This is no git repository, so I wrote a second line instead of a commit.';
  }
  const settings = {
    'user.name': 'Fleetboard demo',
    'user.email': 'demo@fleetboard.invalid',
    // Nobody is there to unlock a key.
    'commit.gpgSign': 'false',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  try {
    await run('git', ['add', '--', NOTES], { cwd: folder });
    const { stdout } = await run('git', [...options, 'commit', '-m', 'Note what was asked'], {
      cwd: folder,
    });
    await finishTool(tour, commitId(tour), 'completed', stdout);
    return 'You approved, so I committed it.';
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await finishTool(tour, commitId(tour), 'failed', message);
    return 'You approved, but git did not commit it; the tool call has its words.';
  }
}

async function leave(tour: Tour): Promise<string> {
  await finishTool(tour, commitId(tour), 'failed', 'Not run: it was rejected.');
  return 'You rejected the commit, so the edit is left uncommitted.';
}

function commitId(tour: Tour): string {
  return `commit-${tour.number}`;
}

async function isInRepository(folder: string): Promise<boolean> {
  try {
    await run('git', ['rev-parse', '--show-toplevel'], { cwd: folder });
    return true;
  } catch {
    return false;
  }
}

async function finishTool(
  tour: Tour,
  toolCallId: string,
  status: 'completed' | 'failed',
  text: string,
): Promise<void> {
  await update(tour, {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status,
    content: [{ type: 'content', content: { type: 'text', text } }],
  });
}

async function plan(tour: Tour, done: number): Promise<void> {
  await update(tour, {
    sessionUpdate: 'plan',
    entries: STEPS.map((content, index) => ({
      content,
      priority: 'medium',
      status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
    })),
  });
  await step(tour);
}

async function say(tour: Tour, text: string): Promise<void> {
  await update(tour, {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
  });
}

async function update(tour: Tour, update: acp.SessionUpdate): Promise<void> {
  tour.signal.throwIfAborted();
  await tour.client.notify(acp.methods.client.session.update, {
    sessionId: tour.sessionId,
    update,
  });
}

async function step(tour: Tour): Promise<void> {
  if (PACE_MS > 0) await pause(PACE_MS, undefined, { signal: tour.signal });
  tour.signal.throwIfAborted();
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
