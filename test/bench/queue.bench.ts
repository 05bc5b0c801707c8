// The queue against its floors and its neighbours, in one run on one file system: npm run bench -- queue
// `--quick` for a short one; `--only=store`, `dispatcher`, `waking` or `daemon` for a part.
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { compareQueues } from './queue/dispatcher-level.ts';
import { QueueFiles } from './queue/queue-file.ts';
import { compareStores } from './queue/store-level.ts';
import { compareWaking, measureDaemon } from './queue/waking.ts';

const quick = process.argv.includes('--quick');
const size = quick
  ? {
      rounds: 4,
      forMs: 100,
      finishedRows: 50_000,
      warmUpMs: 500,
      drained: 1_000,
      samples: 30,
      idleForMs: 4_000,
      timersForMs: 2_000,
    }
  : {
      rounds: 10,
      forMs: 250,
      finishedRows: 1_000_000,
      warmUpMs: 2_500,
      drained: 5_000,
      samples: 60,
      idleForMs: 40_000,
      timersForMs: 5_000,
    };
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);

const folder = temporaryFolder('bench-queue');
try {
  const files = new QueueFiles(folder.path);
  const parts: Record<string, () => Promise<void>> = {
    store: () => compareStores(files, size),
    dispatcher: () => compareQueues(files, folder.path, size),
    waking: () => compareWaking(files, folder.path, size),
    daemon: () => measureDaemon(folder.path, size),
  };
  for (const [name, measure] of Object.entries(parts)) {
    if (only === undefined || only === name) await measure();
  }
} finally {
  folder.remove();
}
