import { once } from 'node:events';
import { openSqliteStore } from '../../electron/daemon/store/sqlite-store.ts';

/** Claims as one daemon until nothing is left, and reports the ids. */
const [, , file = '', owner = ''] = process.argv;
const store = openSqliteStore({ file, binding: null, accountId: 'local' });
process.send?.('ready');
await once(process, 'message');
const ids: string[] = [];
for (;;) {
  const task = await store.tasks.claimNext({
    me: { owner, bootId: `boot-of-${owner}` },
    workerCap: 1_000,
    excludedIds: [],
    now: 2_000,
  });
  if (task === null) break;
  ids.push(task.id);
}
await store.close();
process.send?.(ids, () => process.disconnect());
