import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { callDaemon } from '../../electron/daemon/api/daemon-client.ts';
import type { ContractInput, ContractMethod } from '../../shared/contract.ts';
import { LANES, type Lane, laneOf, nodeStateOf } from '../../shared/lanes.ts';
import type { TaskStatus } from '../../shared/tasks.ts';
import { readRows } from '../helpers/database-reader.ts';
import { FleetboardBrowser, FleetboardServer } from '../helpers/fleetboard-browser.ts';
import { workerProcessesOf } from '../helpers/processes.ts';
import { SilentProxy } from '../helpers/silent-proxy.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let server: FleetboardServer;
let proxy: SilentProxy;
let browser: FleetboardBrowser;

test.beforeEach(async () => {
  test.setTimeout(180_000);
  folder = temporaryFolder('connection');
  server = await FleetboardServer.start({ home: path.join(folder.path, 'home') });
  proxy = await SilentProxy.start();
  browser = await FleetboardBrowser.launch(proxy.url);
  await recordTimes(browser.page);
  await browser.visit(server.url);
});
test.afterEach(async () => {
  await browser.close();
  await proxy.end();
  server.signal('SIGCONT');
  await server.end('SIGTERM');
  expect(workerProcessesOf(server.home)).toEqual([]);
  folder.remove();
});

/** Keeps, by the clock of the page, when the daemon was heard last and when the page said that it is lost. */
async function recordTimes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const times = { heardAt: 0, saidAt: 0 };
    Object.assign(globalThis, { times });
    globalThis.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener('message', () => {
          times.heardAt = performance.now();
        });
      }
    };
    new MutationObserver(() => {
      const isSaid = document.querySelector('section[aria-label="Connection"]') !== null;
      if (!isSaid) times.saidAt = 0;
      else if (times.saidAt === 0) times.saidAt = performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits until the page says that it has lost its daemon, and tells how long that took; a bound on it is in the unit test. */
async function expectLost(how: string): Promise<void> {
  const lost = browser.page.getByRole('region', { name: 'Connection' });
  await expect(lost).toContainText(
    /Connection lost\. What you see is as of \d\d:\d\d:\d\d\. Trying again…/,
  );
  const { heardAt, saidAt } = await browser.page.evaluate(
    () => Reflect.get(globalThis, 'times') as { heardAt: number; saidAt: number },
  );
  expect(saidAt).toBeGreaterThan(heardAt);
  const tookMs = Math.round(saidAt - heardAt);
  test.info().annotations.push({ type: 'lost', description: `${how}: ${tookMs} ms` });
}

function expectFound(): Promise<void> {
  return expect(browser.page.getByRole('region', { name: 'Connection' })).toHaveCount(0);
}

/** Asks a daemon without the page. */
async function ask<M extends ContractMethod>(at: string, method: M, input: ContractInput<M>) {
  const answer = await callDaemon({ home: server.home, owner: at }, method, input);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return answer.value;
}

/** Returns its id once it has ended. */
async function endedTask(at: string, prompt: string): Promise<string> {
  const started = await ask(at, 'task.start', {
    kind: 'spawn',
    agent: 'command',
    folder: folder.path,
    prompt,
    profile: 'careful',
    shape: 'scout',
  });
  if (started.outcome !== 'enqueued') throw new Error(JSON.stringify(started));
  const { taskId } = started;
  await expect
    .poll(() => readRows(server.home, 'SELECT settled_at FROM dispatch_tasks WHERE id = ?', taskId))
    .not.toEqual([{ settled_at: null }]);
  return taskId;
}

interface Kept {
  id: string;
  status: TaskStatus;
  dismissed_by: string | null;
  result_digest: string | null;
}

/** The ids in each lane, as the database has it. */
function keptLanes(): Record<Lane, string[]> {
  const lanes = Object.fromEntries(LANES.map((lane) => [lane, []])) as unknown as Record<
    Lane,
    string[]
  >;
  for (const row of readRows<Kept>(server.home, 'SELECT * FROM dispatch_tasks ORDER BY id')) {
    const state = nodeStateOf(row.status, null, false);
    const hasSomethingToRead = (row.result_digest ?? '').trim() !== '';
    lanes[laneOf({ state, dismissed: row.dismissed_by !== null, hasSomethingToRead })].push(row.id);
  }
  return lanes;
}

/** The ids in each lane as they are shown, with those that are there twice. */
async function shownLanes(): Promise<Record<Lane, string[]>> {
  const lanes = await Promise.all(
    LANES.map(async (lane) => {
      const cards = browser.lane(lane).locator('article[data-task-id]');
      const ids = await cards.evaluateAll((all) =>
        all.map((card) => card.getAttribute('data-task-id') ?? ''),
      );
      return [lane, ids.sort()] as const;
    }),
  );
  return Object.fromEntries(lanes) as Record<Lane, string[]>;
}

async function expectCaughtUp(): Promise<void> {
  await expectFound();
  await expect.poll(shownLanes).toEqual(keptLanes());
}

test('a daemon that is killed: what is shown stays, and what another one did meanwhile is caught up with', async () => {
  const failed = await endedTask(server.owner, 'exit 7');
  const read = await endedTask(server.owner, 'echo to be read');
  await browser.inState(failed, 'blocked');
  await browser.inState(read, 'done');
  const other = await FleetboardServer.start({ home: server.home });
  try {
    await server.end('SIGKILL');
    await expectLost('killed');
    const before = keptLanes();
    await endedTask(other.owner, 'echo meanwhile');
    await endedTask(other.owner, 'exit 8');
    for (const taskId of [failed, read]) await ask(other.owner, 'task.dismiss', { taskId });
    expect(await shownLanes()).toEqual(before);
    await browser.act(failed, 'Dismiss');
    const refusal = browser.page.getByRole('alert');
    await expect(refusal).toContainText('The daemon could not be reached');
    await expect(refusal).toContainText('Nothing was done.');
    await server.startAgain();
    await expectCaughtUp();
    expect(keptLanes().Done).toContain(failed);
    await endedTask(server.owner, 'echo afterwards');
    await expectCaughtUp();
  } finally {
    await other.end('SIGTERM');
  }
});

test('a daemon that is stopped, so that nobody closes the connection, is missed all the same', async () => {
  const read = await endedTask(server.owner, 'echo to be read');
  await browser.inState(read, 'done');
  server.signal('SIGSTOP');
  await expectLost('stopped');
  await browser.act(read, 'Mark reviewed');
  await expect(browser.page.getByRole('alert')).toContainText('Nothing was done.');
  await expect(browser.lane('Ready to review').locator(`[data-task-id="${read}"]`)).toBeVisible();
  server.signal('SIGCONT');
  await expectCaughtUp();
  await browser.act(read, 'Mark reviewed');
  await expect(browser.lane('Done').locator(`[data-task-id="${read}"]`)).toBeVisible();
});

test('a way to the daemon that falls silent is noticed, and another one is found', async () => {
  const read = await endedTask(server.owner, 'echo to be read');
  await browser.inState(read, 'done');
  const details = await browser.open(read);
  await expect(details).toContainText('to be read');
  proxy.fallSilent();
  await expectLost('silent');
  await ask(server.owner, 'task.dismiss', { taskId: read });
  await endedTask(server.owner, 'echo meanwhile');
  await endedTask(server.owner, 'exit 8');
  await expect(browser.lane('Ready to review').locator(`[data-task-id="${read}"]`)).toBeVisible();
  await expect(details).toContainText('to be read');
  proxy.speakAgain();
  await expectCaughtUp();
  expect(keptLanes().Done).toContain(read);
});
