import path from 'node:path';
import { app, type DownloadItem, type Session, shell, type WebContents } from 'electron';
import type { CallLog } from './daemon/api/answer-call.ts';
import { isOwnPage } from './page-files.ts';

/** Copying text that a person asked to copy. Reading the clipboard is not in here. */
const COPY_PERMISSION = 'clipboard-sanitized-write';

/** The page shows what agents print. It goes nowhere, opens nothing and is granted nothing, whatever gets into it. */
export function lockDown(log: CallLog): void {
  app.on('session-created', (session) => {
    denyPermissions(session);
    denyDownloads(session);
  });
  app.on('web-contents-created', (_event, contents) => denyNavigation(contents, log));
}

function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(permission === COPY_PERMISSION && isOwnPage(contents.getURL()));
  });
  session.setPermissionCheckHandler(
    (contents, permission) =>
      permission === COPY_PERMISSION && contents !== null && isOwnPage(contents.getURL()),
  );
  session.setDevicePermissionHandler(() => false);
}

/** What the page saves: files that it has made itself, of one name. The person is asked where. */
const OWN_FILE = /^fleetboard-numbers-(day|week|month)-\d{4}-\d{2}-\d{2}\.(csv|json)$/;

function denyDownloads(session: Session): void {
  session.on('will-download', (event, item, contents) => {
    if (!isOwnFile(item, contents)) {
      event.preventDefault();
      return;
    }
    const defaultPath = path.join(app.getPath('downloads'), item.getFilename());
    item.setSaveDialogOptions({ title: 'Save the numbers', defaultPath });
  });
}

function isOwnFile(item: DownloadItem, contents: WebContents): boolean {
  return (
    item.getURL().startsWith('blob:') &&
    isOwnPage(contents.getURL()) &&
    OWN_FILE.test(item.getFilename())
  );
}

/** Only loading the page again is left, and handing links that a person presses to the browser. */
function denyNavigation(contents: WebContents, log: CallLog): void {
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isWebLink(url)) {
      shell.openExternal(url).catch((error: unknown) => {
        log.error({ err: error }, 'a link could not be handed to the browser');
      });
    }
    return { action: 'deny' };
  });
}

/** Other schemes start programs. */
function isWebLink(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
