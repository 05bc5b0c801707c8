import { app, BrowserWindow, nativeImage } from 'electron';
import { trayIcon } from './tray-icon.ts';
import { needsYouWords } from './tray-menu.ts';

/** How many need a person, on the icon of the application: a number where the platform has one, a mark on Windows. */
export function showBadge(count: number): void {
  if (process.platform !== 'win32') {
    app.setBadgeCount(count);
    return;
  }
  const { size, pixels } = trayIcon(1, false, true);
  const mark = nativeImage.createFromBitmap(pixels, { width: size, height: size });
  for (const window of BrowserWindow.getAllWindows()) {
    window.setOverlayIcon(count === 0 ? null : mark, needsYouWords(count));
  }
}
