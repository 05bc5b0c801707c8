// What the loopback API refuses, and how late it makes a tick of the daemon: npm run bench -- api
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { callDaemon } from '../../electron/daemon/api/daemon-client.ts';
import type { Ticks } from '../fixtures/watched-daemon.ts';
import { type ApiRequest, apiRequest, callHeaders } from '../helpers/api-request.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { printTable } from './table.ts';

const ROUNDS = 5;
const REQUESTS = 50;
const CONNECTIONS = 1_000;
const BOUND_MS = 50;
const A_MEGABYTE = Buffer.alloc(1_048_576, ' ');
const CALL = '/v1/call/board.changes';
const fixture = fileURLToPath(new URL('../fixtures/watched-daemon.ts', import.meta.url));

const folder = temporaryFolder('api-bench');
const port = await freePort();
const otherPort = await freePort();
// The shortest tick there is, so that ticks run during every round.
writeFileSync(path.join(folder.path, 'config.json'), JSON.stringify({ dispatch: { tickMs: 100 } }));
const daemon = await startWatched(port);
const other = await startWatched(otherPort);
const headers = callHeaders(folder.path, port);
const owner = `127.0.0.1:${port}`;
for (const name of ['one', 'two']) {
  await callDaemon({ home: folder.path, owner }, 'task.start', {
    kind: 'spawn',
    agent: 'command',
    folder: folder.path,
    prompt: `while :; do echo ${name}; sleep 0.05; done`,
    profile: 'careful',
    shape: 'scout',
  });
}

async function startWatched(on: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fixture, folder.path, String(on)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

/** What became of the daemon's ticks since this was last asked. */
async function ticks(): Promise<Ticks> {
  const answer = once(daemon, 'message');
  daemon.send('report');
  const [since] = (await answer) as [Ticks];
  return since;
}

interface Case {
  readonly name: string;
  /** Resolves with the statuses that were answered. */
  readonly run: () => Promise<number[]>;
}

const valid: ApiRequest = { path: CALL, headers, body: ['{"since":0}'] };
/** 0: the connection was lost before an answer came. */
const statusOf = (change: Partial<ApiRequest>) =>
  apiRequest(port, { ...valid, ...change }).then(
    ({ status }) => status,
    () => 0,
  );
const many = (change: Partial<ApiRequest>, count = REQUESTS) =>
  Promise.all(Array.from({ length: count }, () => statusOf(change)));
const { authorization: _token, ...withoutToken } = headers;

const cases: Case[] = [
  { name: 'nothing', run: () => new Promise((resolve) => setTimeout(() => resolve([]), 1_000)) },
  { name: `${REQUESTS} good calls`, run: () => many({}) },
  { name: `${REQUESTS} without a token`, run: () => many({ headers: withoutToken }) },
  {
    name: `${REQUESTS} with a wrong token`,
    run: () => many({ headers: { ...headers, authorization: 'Bearer wrong' } }),
  },
  {
    name: `${REQUESTS} with another port's token`,
    run: () => many({ headers: callHeaders(folder.path, otherPort) }),
  },
  {
    name: `${REQUESTS} with a foreign Host`,
    run: () => many({ headers: { ...headers, host: 'example.invalid' } }),
  },
  {
    name: `${REQUESTS} with a foreign Origin`,
    run: () => many({ headers: { ...headers, origin: 'http://example.invalid' } }),
  },
  { name: `${REQUESTS} of malformed JSON`, run: () => many({ body: ['{"since":'] }) },
  {
    name: '20 of 1 MB of nested JSON',
    run: () => many({ body: [Buffer.alloc(1_048_576, '[')] }, 20),
  },
  {
    name: '5 bodies of 100 MB, all sent',
    run: () => many({ body: Array.from({ length: 100 }, () => A_MEGABYTE) }, 5),
  },
  { name: `${CONNECTIONS} connections at once`, run: () => manyConnections() },
];

/** Opens them all, asks on each, and resolves when each was answered or hung up. */
async function manyConnections(): Promise<number[]> {
  const text = [
    `POST ${CALL} HTTP/1.1`,
    `Host: ${owner}`,
    `Authorization: ${headers.authorization}`,
    'Content-Type: application/json',
    'Content-Length: 11',
    '',
    '{"since":0}',
  ].join('\r\n');
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(port, '127.0.0.1');
      // Those that are refused may be gone before they could ask.
      socket.on('error', () => {});
      await once(socket, 'connect');
      return { socket, answer: firstBytes(socket) };
    }),
  );
  const answers = sockets.map(async ({ socket, answer }) => {
    socket.write(text);
    return Number((await answer).split(' ')[1]);
  });
  const answered = await Promise.all(answers);
  for (const { socket } of sockets) socket.destroy();
  return answered;
}

interface Measured extends Ticks {
  readonly statuses: Map<number, number>;
}
/** Empty when the connection was lost before anything came. */
function firstBytes(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
    socket.once('close', () => resolve(''));
  });
}

const measured = cases.map((): Measured => ({ late: [], busy: [], statuses: new Map() }));
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { run }] of cases.entries()) {
      await ticks();
      const statuses = await run();
      const into = measured[index];
      const { late, busy } = await ticks();
      into?.late.push(...late);
      into?.busy.push(...busy);
      for (const status of statuses) {
        into?.statuses.set(status, (into.statuses.get(status) ?? 0) + 1);
      }
    }
  }
} finally {
  for (const child of [daemon, other]) {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
  folder.remove();
}

function print(title: string, valuesOf: (ticks: Ticks) => number[]): void {
  printTable(
    `${title}, ${ROUNDS} interleaved rounds, milliseconds`,
    cases.flatMap(({ name }, index) => {
      const found = measured[index];
      if (found === undefined) return [];
      const answers = [...found.statuses].map(([status, count]) => `${count} × ${status}`);
      const named = answers.length === 0 ? name : `${name} (${answers.join(', ')})`;
      return [{ name: named, values: valuesOf(found), bound: BOUND_MS }];
    }),
  );
}
print('How late a tick of 10 ms comes while the API is asked', ({ late }) => late);
print('CPU that the daemon uses between two ticks', ({ busy }) => busy);
