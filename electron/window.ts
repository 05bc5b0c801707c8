import { BrowserWindow, nativeTheme } from 'electron';
import type { CallLog } from './daemon/api/answer-call.ts';
import { PAGE_URL } from './page-files.ts';
import { readWindowBounds, rememberWindowBounds, SMALLEST_WINDOW } from './window-bounds.ts';

/** The page's own ground, so that the window does not flash before it paints. */
const GROUND = { light: '#ffffff', dark: '#131316' } as const;

export interface WindowOptions {
  readonly preload: string;
  readonly userData: string;
  readonly log: CallLog;
  /** Told before the window closes. True: it stays, whatever was pressed. */
  readonly staysOpen: (window: BrowserWindow) => boolean;
}

export function openWindow({ preload, userData, log, staysOpen }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...readWindowBounds(userData),
    minWidth: SMALLEST_WINDOW.width,
    minHeight: SMALLEST_WINDOW.height,
    title: 'Fleetboard',
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.on('close', (event) => {
    rememberWindowBounds(userData, window.getNormalBounds());
    if (staysOpen(window)) event.preventDefault();
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    log.error({ err: details }, 'the page crashed and is loaded again');
    window.webContents.reload();
  });
  window.loadURL(PAGE_URL).catch((error: unknown) => {
    log.error({ err: error }, 'the page did not load');
  });
  return window;
}

export function focusWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
