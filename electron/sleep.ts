import { powerMonitor } from 'electron';
import type { Daemon } from './daemon/daemon.ts';

/** Passes on what the system says of sleep. To be called once the application is ready. */
export function tellOfSleep(running: {
  readonly daemon: Pick<Daemon, 'suspended' | 'resumed'> | null;
}): void {
  powerMonitor.on('suspend', () => running.daemon?.suspended());
  powerMonitor.on('resume', () => running.daemon?.resumed());
}
