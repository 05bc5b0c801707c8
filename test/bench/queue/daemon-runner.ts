// A real daemon in a process of its own that measures itself.
import { once } from 'node:events';
import { startDaemon } from '../../../electron/daemon/daemon.ts';
import type { DaemonOrder } from './daemon-run.ts';
import { LateTimers } from './late-timers.ts';

const [, , home = '', port = ''] = process.argv;
const daemon = await startDaemon({
  home,
  port: Number(port),
  version: '0.0.0',
  sqliteBinding: null,
});
process.send?.(daemon.owner);
for (;;) {
  const [order] = (await once(process, 'message')) as [DaemonOrder];
  if (order === 'stop') break;
  const timers = 'timersForMs' in order ? new LateTimers() : null;
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await new Promise((resolve) =>
    setTimeout(resolve, 'timersForMs' in order ? order.timersForMs : order.idleForMs),
  );
  const { user, system } = process.cpuUsage(before);
  const cpuPercent = (user + system) / 10 / (performance.now() - startedAt);
  process.send?.(timers === null ? cpuPercent : timers.stop());
}
await daemon.stop();
process.disconnect();
