import { once } from 'node:events';
import { openSqliteStore } from '../../electron/daemon/store/sqlite-store.ts';

/** Queues a task for the owner whenever it is told to, and reports its id. */
const [, , file = '', owner = ''] = process.argv;
const store = openSqliteStore({ file, binding: null, accountId: 'local' });
process.send?.('ready');
for (;;) {
  const [id] = (await once(process, 'message')) as [string];
  await store.tasks.enqueue(
    {
      id,
      projectId: 'project-1',
      kind: 'spawn',
      shape: 'scout',
      targetSession: null,
      folder: '/',
      prompt: 'true',
      agent: 'command',
      profile: 'careful',
      failureLimit: 1,
      createdBy: 'another process',
    },
    { id: 'project-1', name: 'project-1', folder: '/' },
    { owner, bootId: 'boot-of-another' },
    Date.now(),
  );
  process.send?.(id);
}
