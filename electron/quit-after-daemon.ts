import { app, BrowserWindow, dialog, powerMonitor } from 'electron';
import type { LiveWork } from './board-watch.ts';
import type { CallLog } from './daemon/api/answer-call.ts';
import { quitQuestion } from './quit-question.ts';

/** Long enough to end every worker group with a grace period; a daemon that hangs must not keep the application. */
const STOP_LIMIT_MS = 8_000;
/** A page that hangs must not either. */
const CLOSE_LIMIT_MS = 1_000;

export interface QuitOptions {
  readonly daemon: { stop(): Promise<void> };
  readonly live: () => readonly LiveWork[];
  /** Resolves when everything that windows asked for has been answered. */
  readonly callsAnswered: () => Promise<void>;
  readonly log: CallLog;
}

export interface Quitting {
  /** Whether windows close because the application ends. */
  readonly isQuitting: () => boolean;
}

/**
 * Quits when the last window closes or the process is told to, and only after the daemon has stopped. A person is asked
 * first when that ends work; a signal and the end of the system ask nobody.
 */
export function quitAfterDaemon({ daemon, live, callsAnswered, log }: QuitOptions): Quitting {
  let state: 'running' | 'asking' | 'stopping' | 'stopped' = 'running';
  let isAgreed = false;

  async function askAndQuit(): Promise<void> {
    const question = isAgreed ? null : quitQuestion(live());
    if (question !== null) {
      state = 'asking';
      const isQuitWanted = await askToQuit(question);
      if (!isQuitWanted && !isAgreed) {
        state = 'running';
        return;
      }
    }
    await stopAndQuit();
  }

  async function stopAndQuit(): Promise<void> {
    if (state === 'stopping') return;
    state = 'stopping';
    await closeWindows();
    try {
      await within(
        STOP_LIMIT_MS,
        callsAnswered().then(() => daemon.stop()),
      );
    } catch (error) {
      log.error({ err: error }, 'quits although the daemon did not stop');
    }
    state = 'stopped';
    app.quit();
  }

  function quitUnasked(): void {
    isAgreed = true;
    if (state === 'asking') void stopAndQuit();
    else app.quit();
  }

  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'running') void askAndQuit();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, quitUnasked);
  void app.whenReady().then(() => powerMonitor.on('shutdown', quitUnasked));
  return { isQuitting: () => state === 'stopping' || state === 'stopped' };
}

async function askToQuit({
  message,
  detail,
}: {
  message: string;
  detail: string;
}): Promise<boolean> {
  const options = {
    type: 'question' as const,
    message,
    detail,
    buttons: ['Quit', 'Keep running'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const window = BrowserWindow.getAllWindows().find((each) => each.isVisible());
  const { response } =
    window === undefined
      ? await dialog.showMessageBox(options)
      : await dialog.showMessageBox(window, options);
  return response === 0;
}

/** In order: each page says what it still has to say. */
async function closeWindows(): Promise<void> {
  const windows = BrowserWindow.getAllWindows();
  const closed = windows.map(
    (window) => new Promise<void>((resolve) => window.once('closed', () => resolve())),
  );
  for (const window of windows) {
    window.hide();
    window.close();
  }
  try {
    await within(CLOSE_LIMIT_MS, Promise.all(closed));
  } catch {
    for (const window of windows) if (!window.isDestroyed()) window.destroy();
  }
}

/** @throws when it takes longer */
async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  let limit: NodeJS.Timeout | undefined;
  const outOfTime = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new Error(`it took longer than ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, outOfTime]);
  } finally {
    clearTimeout(limit);
  }
}
