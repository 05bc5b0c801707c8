import {
  Menu,
  type MenuItemConstructorOptions,
  type NativeImage,
  nativeImage,
  Tray,
} from 'electron';
import { assertNever } from '../shared/assert-never.ts';
import type { Waiting } from '../shared/attention-queue.ts';
import type { Shown } from '../shared/shown.ts';
import { trayIcon } from './tray-icon.ts';
import { needsYouWords, type TrayEntry, trayMenu } from './tray-menu.ts';

export interface TrayActions {
  readonly show: () => void;
  readonly open: (shown: Shown) => void;
  readonly quit: () => void;
}

export interface FleetboardTray {
  update(queue: readonly Waiting[]): void;
}

/** The icon in the tray with the queue as its menu. To be called once the application is ready. */
export function showTray(actions: TrayActions): FleetboardTray {
  const icons = { quiet: iconOf(false), waiting: iconOf(true) };
  const tray = new Tray(icons.quiet);
  // Where the system opens the menu on every press, this is never told.
  tray.on('click', actions.show);
  const update = (queue: readonly Waiting[]) => {
    tray.setImage(queue.length === 0 ? icons.quiet : icons.waiting);
    tray.setToolTip(`Fleetboard: ${needsYouWords(queue.length)}`);
    if (process.platform === 'darwin') tray.setTitle(queue.length === 0 ? '' : `${queue.length}`);
    tray.setContextMenu(
      Menu.buildFromTemplate(trayMenu(queue).map((entry) => itemOf(entry, actions))),
    );
  };
  update([]);
  return { update };
}

function itemOf(entry: TrayEntry, actions: TrayActions): MenuItemConstructorOptions {
  switch (entry.kind) {
    case 'separator':
      return { type: 'separator' };
    case 'words':
      return { label: entry.label, enabled: false };
    case 'show':
      return { label: entry.label, click: actions.show };
    case 'open':
      return { label: entry.label, click: () => actions.open(entry.opens) };
    case 'quit':
      return { label: entry.label, click: actions.quit };
    default:
      return assertNever(entry);
  }
}

function iconOf(hasDot: boolean): NativeImage {
  const isTemplate = process.platform === 'darwin';
  const image = nativeImage.createEmpty();
  for (const scaleFactor of [1, 2]) {
    const { size, pixels } = trayIcon(scaleFactor, isTemplate, hasDot);
    const bitmap = nativeImage.createFromBitmap(pixels, { width: size, height: size });
    image.addRepresentation({ scaleFactor, width: size, height: size, buffer: bitmap.toPNG() });
  }
  image.setTemplateImage(isTemplate);
  return image;
}
