import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import pino from 'pino';
import { version } from '../package.json';
import type { Shown } from '../shared/shown.ts';
import { Attention } from './attention.ts';
import type { Daemon } from './daemon/daemon.ts';
import { DaemonCannotStart } from './daemon/daemon-cannot-start.ts';
import { takeDeepLinks } from './deep-links-taken.ts';
import { hideToTray } from './hide-to-tray.ts';
import { answerWindow, windowPublisher } from './ipc/window-link.ts';
import { type LaunchSettings, readLaunchSettings } from './launch-settings.ts';
import { lockDown } from './lock-down.ts';
import { setMenu } from './menu.ts';
import { isOwnPage, registerPageScheme, servePage } from './page-files.ts';
import { quitAfterDaemon } from './quit-after-daemon.ts';
import { RunningDaemon } from './running-daemon.ts';
import { tellOfSleep } from './sleep.ts';
import { showTray } from './tray.ts';
import { hasTray } from './tray-menu.ts';
import { prepareUserDataFolder } from './user-data-folder.ts';
import { focusWindow, openWindow } from './window.ts';

/** The first board is painted by then; reading what answers requests would hold it up. */
const PORT_ANSWERS_AFTER_MS = 400;
/** A page that does not come must not keep the daemon from its work. */
const PAGE_LIMIT_MS = 1_000;

const built = fileURLToPath(new URL('..', import.meta.url));
const page = path.join(built, 'renderer');
// The daemon has its own log in the home; this one has to work when there is no home.
const log = pino({ base: null }, pino.destination({ dest: 2, sync: true }));

const settings = readLaunchSettings(process.env);
const userData = prepareUserDataFolder(settings.home);
app.setPath('userData', userData);
app.setAppUserModelId('dev.fleetboard');

if (app.requestSingleInstanceLock()) {
  // Not awaited here: Electron is ready only after this module has been evaluated.
  run().catch((error: unknown) => {
    log.fatal({ err: error }, 'the window could not be opened');
    app.exit(1);
  });
} else {
  app.quit();
}

/** The window does not wait for the daemon: it shows how far it is, and why when it cannot start. */
async function run(): Promise<void> {
  registerPageScheme();
  lockDown(log);
  const publish = windowPublisher();
  // The page begins in a process of its own meanwhile; the other way round it would wait for all of the daemon.
  const pageServed = app
    .whenReady()
    .then(() => Promise.race([servePage(page), pause(PAGE_LIMIT_MS)]));
  const daemon = new RunningDaemon(
    () => pageServed.then(() => startWith(settings)),
    (push) => {
      publish(push);
      attention.receive(push);
    },
    log,
  );
  const link = answerWindow({ target: daemon, isOwnPage });
  const open = (shown: Shown | null) => {
    focusWindow();
    if (shown !== null) link.show(shown);
  };
  const attention = new Attention({
    daemon: () => daemon.daemon,
    target: () => daemon,
    open,
    log,
  });
  const quitting = quitAfterDaemon({
    daemon,
    live: () => attention.live,
    callsAnswered: link.callsAnswered,
    log,
  });
  takeDeepLinks(open);
  // A Mac keeps an application without windows in its dock; a press there brings the board back.
  app.on('activate', focusWindow);
  await app.whenReady();
  tellOfSleep(daemon);
  const isKeptInTray = hasTray(process.platform, process.env);
  if (isKeptInTray) {
    attention.showIn(showTray({ show: focusWindow, open, quit: () => app.quit() }));
  }
  openWindow({
    preload: path.join(built, 'preload', 'preload.cjs'),
    userData,
    log,
    staysOpen(window) {
      if (quitting.isQuitting()) return false;
      // Quitting asks first where it ends work, and then closes the window itself.
      if (!isKeptInTray) app.quit();
      else hideToTray(window, userData, open);
      return true;
    },
  });
  // After the window, which does not wait for it.
  setMenu();
}

/** What answers calls first, so that the page's first one does not wait for it. */
async function readDaemon() {
  await import('./daemon/api/answer-call.ts');
  return import('./daemon/daemon.ts');
}

async function startWith({ home, port, sqliteBinding }: LaunchSettings): Promise<Daemon> {
  if (!port.accepted) throw new DaemonCannotStart(port.problem);
  const { startDaemon } = await readDaemon();
  return startDaemon({
    home,
    port: port.port,
    version,
    sqliteBinding,
    page,
    portAnswersAfter: () => pause(PORT_ANSWERS_AFTER_MS),
  });
}
