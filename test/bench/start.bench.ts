// From a click to a card and to a running agent, in a real window: npm run bench -- start
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StartInput } from '../../shared/contract.ts';
import { readRows } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { createRepository } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { printTable } from './table.ts';

const ROUNDS = 21;
const script = fileURLToPath(new URL('../fixtures/agents/scripted-agent.mjs', import.meta.url));

const folder = temporaryFolder('bench');
const repository = createRepository(folder.path);
const home = path.join(folder.path, 'home');
const window = await FleetboardWindow.launch({
  home,
  configuration: {
    agents: {
      polite: { protocol: 'acp', command: process.execPath, args: [script, 'polite'] },
      flood: { protocol: 'acp', command: process.execPath, args: [script, 'flood'] },
    },
    dispatch: { maxConcurrentWorkers: 4 },
  },
});

/** Milliseconds from the call to the card on the page, and the id of the task. */
async function startAndSee(input: StartInput): Promise<{ id: string; cardMs: number }> {
  return window.page.evaluate(async (start) => {
    const startedAt = performance.now();
    const seen = new Map<string, number>();
    const observer = new MutationObserver(() => {
      for (const card of document.querySelectorAll<HTMLElement>('article[data-task-id]')) {
        const { taskId } = card.dataset;
        if (taskId !== undefined && !seen.has(taskId)) seen.set(taskId, performance.now());
      }
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const result = await self.fleetboard.call('task.start', start);
    if (!result.ok || result.value.outcome !== 'enqueued') throw new Error(JSON.stringify(result));
    const id = result.value.taskId;
    while (!seen.has(id)) await new Promise((resolve) => requestAnimationFrame(resolve));
    observer.disconnect();
    return { id, cardMs: (seen.get(id) ?? 0) - startedAt };
  }, input);
}

/** Milliseconds from the row to the process, as the daemon wrote them down. */
async function processMs(id: string): Promise<number> {
  const { page } = window;
  await page.locator(`article[data-task-id="${id}"][data-state="done"]`).waitFor();
  const [times] = readRows<{ ms: number }>(
    home,
    `SELECT min(session.created_at) - task.created_at AS ms FROM dispatch_tasks AS task
     JOIN sessions AS session ON session.task_id = task.id WHERE task.id = ?`,
    id,
  );
  return times?.ms ?? Number.NaN;
}

const base = { kind: 'spawn', profile: 'careful', prompt: 'echo hello' } as const;
const cases: { name: string; input: StartInput }[] = [
  {
    name: 'command in a folder',
    input: { ...base, agent: 'command', folder: folder.path, shape: 'scout' },
  },
  {
    name: 'command in a worktree',
    input: { ...base, agent: 'command', folder: repository, shape: 'ship' },
  },
  {
    name: 'ACP agent in a worktree',
    input: { ...base, agent: 'polite', folder: repository, shape: 'ship' },
  },
];

const measured = cases.map(() => ({ card: [] as number[], process: [] as number[] }));
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { input }] of cases.entries()) {
      const { id, cardMs } = await startAndSee(input);
      measured[index]?.card.push(cardMs);
      measured[index]?.process.push(await processMs(id));
    }
  }
  printTable(
    `Start, ${ROUNDS} interleaved rounds, milliseconds`,
    cases.flatMap(({ name }, index) => [
      { name: `${name}: call → card`, values: measured[index]?.card ?? [], bound: 100 },
      { name: `${name}: row → agent process`, values: measured[index]?.process ?? [], bound: 150 },
    ]),
  );

  const quiet = await callTimes(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
  const stormy = await callTimes(async () => {
    const input: StartInput = { ...base, agent: 'flood', folder: folder.path, shape: 'scout' };
    const { id } = await startAndSee(input);
    await window.page.locator(`article[data-task-id="${id}"][data-state="failed"]`).waitFor();
  });
  printTable('A call over IPC, milliseconds', [
    { name: 'idle', values: quiet, bound: 200 },
    { name: 'while an agent prints 50 MB', values: stormy, bound: 200 },
  ]);
} finally {
  await window.close();
  folder.remove();
}

async function callTimes(during: () => Promise<unknown>): Promise<number[]> {
  await window.page.evaluate(() => {
    const calls = { times: [] as number[], stop: false };
    Object.assign(globalThis, { calls });
    const next = async (): Promise<void> => {
      const startedAt = performance.now();
      await self.fleetboard.call('board.changes', { since: Number.MAX_SAFE_INTEGER });
      calls.times.push(performance.now() - startedAt);
      if (!calls.stop) setTimeout(() => void next(), 10);
    };
    void next();
  });
  await during();
  return window.page.evaluate(() => {
    const calls = Reflect.get(globalThis, 'calls') as { times: number[]; stop: boolean };
    calls.stop = true;
    return calls.times;
  });
}
