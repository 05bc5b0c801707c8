// A process that queues tasks or starts them, and tells when.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import pino from 'pino';
import { OthersWrites } from '../../../electron/daemon/board/others-writes.ts';
import { orderedId } from '../../../electron/daemon/ordered-id.ts';
import { openDatabase } from '../../../electron/daemon/store/open-database.ts';
import { bareFloor } from './bare-floor.ts';
import { IdleDispatcher } from './idle-dispatcher.ts';
import {
  type LatencyAnswer,
  type LatencyOrder,
  type LatencyRole,
  machineNow,
} from './latency-run.ts';
import { storeContender } from './store-contender.ts';

const PROJECT = 'project-1';
const [role] = (await once(process, 'message')) as [LatencyRole];
await play(role);
process.send?.('ready');

async function play(part: LatencyRole): Promise<void> {
  switch (part.role) {
    case 'dispatcher':
      return dispatcher(part);
    case 'floor':
      return floor(part);
    case 'writer':
      return writer(part);
  }
}

async function dispatcher({ file, owner }: LatencyRole & { role: 'dispatcher' }): Promise<void> {
  let queuedHereAt: number | null = null;
  const queue: IdleDispatcher = new IdleDispatcher({
    file,
    owner,
    synchronous: 'FULL',
    concurrency: 64,
    onPrompt: (id) => {
      const at = machineNow();
      answer({ id, at: queuedHereAt === null ? at : at - queuedHereAt });
      queuedHereAt = null;
    },
    onSettled: () => {},
    onCommit: () => others.wrote(),
  });
  const board = queue.store.board;
  await board.currentRevision();
  const others: OthersWrites = new OthersWrites({
    file,
    board,
    onWrite: () => queue.dispatcher.kick(),
    log: pino({ level: 'silent' }),
  });
  queue.dispatcher.kick();
  onOrder(async () => {
    const id = orderedId();
    queuedHereAt = machineNow();
    await queue.enqueue(id, PROJECT);
  });
}

async function floor({ file, owner, socket }: LatencyRole & { role: 'floor' }): Promise<void> {
  const bare = bareFloor(openDatabase({ file, binding: null }), owner);
  const server = createServer((connection) => {
    connection.on('data', (bytes) => {
      if (bytes.toString() === 'ping') {
        connection.write('pong');
        return;
      }
      const task = bare.claim(PROJECT);
      answer({ id: (task as { id: string }).id, at: machineNow() });
    });
  });
  server.listen(socket);
  await once(server, 'listening');
}

async function writer(part: LatencyRole & { role: 'writer' }): Promise<void> {
  const { dispatcherFile, floorFile, owner, socket } = part;
  const store = storeContender(openDatabase({ file: dispatcherFile, binding: null }), owner);
  const bare = bareFloor(openDatabase({ file: floorFile, binding: null }), owner);
  const connection = connect(socket);
  await once(connection, 'connect');
  onOrder(async (order) => {
    const id = orderedId();
    if (order === 'to dispatcher') {
      answer({ id, at: machineNow() });
      await store.enqueue({ id, project: PROJECT });
    } else if (order === 'to floor') {
      answer({ id, at: machineNow() });
      await bare.enqueue({ id, project: PROJECT });
      connection.write(id);
    } else {
      const before = machineNow();
      connection.write('ping');
      await once(connection, 'data');
      answer({ id: 'ping', at: machineNow() - before });
    }
  });
}

function onOrder(obey: (order: LatencyOrder) => Promise<void>): void {
  process.on('message', (order: LatencyOrder) => void obey(order));
}

function answer(told: LatencyAnswer): void {
  process.send?.(told);
}
