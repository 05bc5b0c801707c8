import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
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
  readonly signal: AbortSignal;
}

const NOTES = 'FLEETBOARD-DEMO.md';
const STEPS = [
  'Read the project',
  'Note what was asked',
  'Commit, if you agree',
  'Report',
] as const;
/** Slow enough to be watched. Tests set it to 0. */
const PACE_MS = Number(process.env.FLEETBOARD_DEMO_PACE_MS ?? 350);

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
  const lines = await readProject(tour);
  await say(tour, `I only looked: ${lines}`);
  return { stopReason: 'end_turn' };
}

async function work(tour: Tour): Promise<acp.PromptResponse> {
  await plan(tour, 0);
  await say(tour, 'I will read the project, make one small edit, and ask before I commit it.');
  const lines = await readProject(tour);

  await plan(tour, 1);
  await editNotes(tour);

  await plan(tour, 2);
  const approved = await askToCommit(tour);

  await plan(tour, 3);
  await update(tour, { sessionUpdate: 'usage_update', used: 4_200, size: 200_000 });
  await plan(tour, 4);
  await say(
    tour,
    `${lines} I added a line to ${NOTES}${approved ? ' and committed it' : '; you declined the commit, so it is left uncommitted'}.`,
  );
  return { stopReason: 'end_turn' };
}

async function readProject(tour: Tour): Promise<string> {
  const file = path.join(tour.folder, 'README.md');
  const toolCallId = 'read';
  await update(tour, {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: 'Read README.md',
    kind: 'read',
    status: 'in_progress',
    locations: [{ path: file }],
  });
  await step(tour);
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  await update(tour, {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: text.slice(0, 500) } }],
  });
  return text === '' ? 'There is no README.md.' : `README.md has ${text.split('\n').length} lines.`;
}

async function editNotes(tour: Tour): Promise<void> {
  const file = path.join(tour.folder, NOTES);
  const toolCallId = 'edit';
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
  const newText = `${oldText ?? '# What the demo agent was asked\n\n'}- ${asked}\n`;
  await writeFile(file, newText);
  await update(tour, {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: 'completed',
    content: [{ type: 'diff', path: file, oldText, newText }],
  });
}

async function askToCommit(tour: Tour): Promise<boolean> {
  const command = `git add ${NOTES} && git commit -m "Note what was asked"`;
  const toolCall = {
    toolCallId: 'commit',
    title: `Commit ${NOTES}`,
    kind: 'execute',
    status: 'pending',
    rawInput: { command },
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
  const approved = outcome.outcome === 'selected' && outcome.optionId === 'approve';
  const output = approved ? await commit(tour.folder) : 'Not run.';
  await update(tour, {
    sessionUpdate: 'tool_call_update',
    toolCallId: toolCall.toolCallId,
    status: approved ? 'completed' : 'failed',
    content: [{ type: 'content', content: { type: 'text', text: output } }],
  });
  return approved;
}

/** A folder outside git has nothing to commit to; the demo says so and goes on. */
async function commit(folder: string): Promise<string> {
  const identity = ['-c', 'user.name=Fleetboard demo', '-c', 'user.email=demo@fleetboard.invalid'];
  try {
    await run('git', ['add', '--', NOTES], { cwd: folder });
    const { stdout } = await run('git', [...identity, 'commit', '-m', 'Note what was asked'], {
      cwd: folder,
    });
    return stdout;
  } catch (error) {
    return `git did not commit: ${error instanceof Error ? error.message : String(error)}`;
  }
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
