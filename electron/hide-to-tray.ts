import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import type { Shown } from '../shared/shown.ts';
import { notify } from './notifications.ts';

/** Hides the window; the work goes on. The first time it says where it went. */
export function hideToTray(
  window: BrowserWindow,
  userData: string,
  open: (shown: Shown) => void,
): void {
  window.hide();
  if (!isFirstTime(path.join(userData, 'told-of-tray'))) return;
  notify(
    {
      title: 'Fleetboard goes on',
      body: 'Your agents keep working. Its icon brings the board back, and quits.',
      opens: { what: 'queue' },
      answers: [],
    },
    { open },
  );
}

function isFirstTime(mark: string): boolean {
  if (existsSync(mark)) return false;
  try {
    writeFileSync(mark, '');
  } catch {
    // Then it is said again; it must not keep the window from closing.
  }
  return true;
}
