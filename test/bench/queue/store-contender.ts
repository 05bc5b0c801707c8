import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { Connection } from '../../../electron/daemon/store/connection.ts';
import { storeOn } from '../../../electron/daemon/store/sqlite-store.ts';
import type { NewTask } from '../../../electron/daemon/store/store.ts';
import type { QueueContender } from './queue-contender.ts';

const WORKER_CAP = 2;

/** Its prompt is its id. */
export function newSpawn(id: string, project: string): NewTask {
  return {
    id,
    projectId: project,
    kind: 'spawn',
    shape: 'scout',
    targetSession: null,
    folder: '/',
    prompt: id,
    agent: 'command',
    profile: 'careful',
    failureLimit: 2,
    createdBy: 'bench',
  };
}

/** The real store, called as the dispatcher calls it. */
export function storeContender(database: Database.Database, owner: string): QueueContender {
  const store = storeOn(new Connection(database), 'local');
  const me = { owner, bootId: randomUUID() };
  return {
    enqueue: ({ id, project }) =>
      store.tasks.enqueue(
        newSpawn(id, project),
        { id: project, name: project, folder: '/' },
        me,
        Date.now(),
      ),
    async claim(project) {
      const task = await store.tasks.claimNext({
        me,
        workerCap: WORKER_CAP,
        excludedIds: [],
        now: Date.now(),
      });
      return task === null ? undefined : { id: task.id, generation: task.generation, project };
    },
    markRunning: (task) =>
      store.tasks.markRunning(
        task,
        { sessionId: `session-of-${task.id}`, workFolder: '/', branch: null },
        Date.now(),
      ),
    complete: (task) => store.tasks.complete(task, 'done', Date.now()),
    close: () => store.close(),
  };
}
