import { app, BrowserWindow } from 'electron';
import type { CallLog } from './daemon/api/answer-call.ts';

/** Long enough to end every worker group with a grace period; a daemon that hangs must not keep the application. */
const STOP_LIMIT_MS = 8_000;

/** Quits when the last window closes or the process is told to, and only after the daemon has stopped. */
export function quitAfterDaemon(daemon: { stop(): Promise<void> }, log: CallLog): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running';

  async function stopAndQuit(): Promise<void> {
    state = 'stopping';
    for (const window of BrowserWindow.getAllWindows()) window.hide();
    let limit: NodeJS.Timeout | undefined;
    const outOfTime = new Promise<never>((_resolve, reject) => {
      limit = setTimeout(
        () => reject(new Error(`the daemon did not stop within ${STOP_LIMIT_MS} ms`)),
        STOP_LIMIT_MS,
      );
    });
    try {
      await Promise.race([daemon.stop(), outOfTime]);
    } catch (error) {
      log.error({ err: error }, 'quits although the daemon did not stop');
    }
    clearTimeout(limit);
    state = 'stopped';
    app.quit();
  }

  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'running') void stopAndQuit();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.quit());
}
