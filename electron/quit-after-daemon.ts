import { app, BrowserWindow, dialog, powerMonitor } from 'electron';
import type { LiveWork } from './board-watch.ts';
import { quitQuestion } from './quit-question.ts';
import { type StopOptions, stopDaemon, within } from './stop-daemon.ts';

/** A page that hangs must not keep the application. */
const CLOSE_LIMIT_MS = 1_000;

export interface QuitOptions extends StopOptions {
  readonly live: () => readonly LiveWork[];
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
    await stopDaemon({ daemon, callsAnswered, log });
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
