import { app, type Session, shell, type WebContents } from 'electron';
import { isOwnPage } from './page-files.ts';

/** Copying text that a person asked to copy. Reading the clipboard is not in here. */
const COPY_PERMISSION = 'clipboard-sanitized-write';

/** The page shows what agents print. It goes nowhere, opens nothing and is granted nothing, whatever gets into it. */
export function lockDown(): void {
  app.on('session-created', denyPermissions);
  app.on('web-contents-created', (_event, contents) => denyNavigation(contents));
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

function denyNavigation(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isWebLink(url)) void shell.openExternal(url);
    return { action: 'deny' };
  });
}

/** Other schemes start programs. */
function isWebLink(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
