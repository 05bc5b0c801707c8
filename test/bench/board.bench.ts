// The window under load, beside an empty window of the same Electron: npm run bench -- board [--minutes=10] [--tasks=N]
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { seedBoard } from '../helpers/seeded-board.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { firstPaintAt, openEmptyWindow } from './board/empty-window.ts';
import { proportionalMegabytes } from './board/memory.ts';
import { scrollFrames, watchPaints } from './board/page-clock.ts';
import { writeTitles } from './board/writer.ts';
import { type Measurement, printTable } from './table.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const RATES = [1, 50, 200];
const RATE_MS = 10_000;
const FRAME_BUDGET_MS = 50;
const minutes = numberOf('minutes') ?? 10;
const asked = numberOf('tasks');
const sizes = asked === undefined ? [100, 1_000, 10_000] : [asked];

const folder = temporaryFolder('bench-board');
try {
  for (const tasks of sizes) {
    const home = path.join(folder.path, `home-${tasks}`);
    const live = seedBoard(home, tasks);
    await measureStart(home, tasks);
    await measureUpdates(home, live, tasks);
    await measureMemory(home, live, tasks);
  }
} finally {
  folder.remove();
}

async function measureStart(home: string, tasks: number): Promise<void> {
  const empty: number[] = [];
  const board: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const emptyFrom = Date.now();
    const emptyWindow = await openEmptyWindow(path.join(folder.path, 'empty'));
    empty.push((await firstPaintAt(emptyWindow.page)) - emptyFrom);
    await emptyWindow.application.close();
    const boardFrom = Date.now();
    const window = await FleetboardWindow.launch({ home });
    board.push((await firstCardAt(window)) - boardFrom);
    await window.close();
  }
  const ratios = board.map((ms, round) => ms / (empty[round] ?? Number.NaN));
  printTable(`${tasks} tasks: start, ${ROUNDS} interleaved rounds, milliseconds`, [
    { name: 'empty window: first paint', values: empty, bound: Number.NaN },
    { name: 'board: first card', values: board, bound: Number.NaN },
    { name: 'ratio', values: ratios, bound: 1.5 },
  ]);
}

async function firstCardAt({ page }: FleetboardWindow): Promise<number> {
  return page.evaluate(() => {
    const [mark] = performance.getEntriesByName('first-card');
    return performance.timeOrigin + (mark?.startTime ?? Number.NaN);
  });
}

async function measureUpdates(home: string, live: readonly string[], tasks: number): Promise<void> {
  const window = await FleetboardWindow.launch({ home });
  const { page } = window;
  const updates: Measurement[] = [];
  const frames: Measurement[] = [];
  // What is in view; the others are never painted.
  const shown = live.slice(-10);
  try {
    for (const rate of RATES) {
      const paints = await watchPaints(page);
      await writeTitles(home, rate === 1 ? shown : live, rate, RATE_MS);
      await pause(500);
      updates.push({
        name: `${rate} a second: commit → paint`,
        values: await paints.taken(),
        bound: FRAME_BUDGET_MS,
      });
    }
    for (const rate of [0, 200]) {
      const writing = rate === 0 ? Promise.resolve() : writeTitles(home, live, rate, 5_000);
      frames.push({
        name: `scrolling at ${rate} updates a second: between frames`,
        values: await scrollFrames(page, 250),
        bound: 1_000 / 60,
      });
      await writing;
    }
    printTable(`${tasks} tasks, ${live.length} of them live: milliseconds`, [
      ...updates,
      ...frames,
    ]);
  } finally {
    await window.close();
  }
}

async function measureMemory(home: string, live: readonly string[], tasks: number): Promise<void> {
  const empty = await openEmptyWindow(path.join(folder.path, 'empty'));
  const window = await FleetboardWindow.launch({ home });
  const readings: { board: number; empty: number }[] = [];
  const read = () =>
    readings.push({
      board: proportionalMegabytes(window.mainProcessId),
      empty: proportionalMegabytes(empty.pid),
    });
  try {
    await pause(5_000);
    read();
    for (let minute = 0; minute < minutes; minute += 1) {
      await writeTitles(home, live, 10, 60_000);
      read();
    }
    printTable(`${tasks} tasks: memory over ${minutes} minutes at 10 updates a second, MB`, [
      { name: 'empty window', values: readings.map(({ empty }) => empty), bound: Number.NaN },
      { name: 'board', values: readings.map(({ board }) => board), bound: Number.NaN },
    ]);
    const [first] = readings;
    const last = readings.at(-1);
    if (first === undefined || last === undefined) return;
    console.log(
      `at the end ${(last.board / last.empty).toFixed(2)} times the empty window (bound 1.5); ` +
        `grew from ${first.board.toFixed(0)} to ${last.board.toFixed(0)} MB`,
    );
  } finally {
    await window.close();
    await empty.application.close();
  }
}

function numberOf(option: string): number | undefined {
  const written = process.argv.find((word) => word.startsWith(`--${option}=`));
  return written === undefined ? undefined : Number(written.slice(option.length + 3));
}
