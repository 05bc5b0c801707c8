import path from 'node:path';
import {
  BrowserWindow,
  dialog,
  type IpcMainInvokeEvent,
  ipcMain,
  shell,
  type WebContents,
} from 'electron';
import type { Push } from '../../shared/contract.ts';
import type { Shown } from '../../shared/shown.ts';
import type { CallLog, CallTarget } from '../daemon/api/answer-call.ts';
import { PushBatch } from '../daemon/api/push-batch.ts';
import {
  CALL_CHANNEL,
  CHOOSE_FOLDER_CHANNEL,
  PUSH_CHANNEL,
  READY_TO_SHOW_CHANNEL,
  REVEAL_FOLDER_CHANNEL,
  SHOW_CHANNEL,
} from './channels.ts';

export interface WindowLinkOptions {
  readonly target: CallTarget & { readonly log: CallLog };
  /** Whether a frame of this address is the application's own page. */
  readonly isOwnPage: (url: string) => boolean;
}

export interface WindowLink {
  /** Resolves when everything that windows asked for so far has been answered, or has failed. */
  readonly callsAnswered: () => Promise<void>;
  /** Lets the window show something, or the next one that is ready to. */
  readonly show: (shown: Shown) => void;
}

/** Answers what the window asks. Anything that is not the top frame of the application's own page is refused. */
export function answerWindow({ target, isOwnPage }: WindowLinkOptions): WindowLink {
  const underWay = new Set<Promise<unknown>>();
  const ready = new Set<WebContents>();
  let toShow: Shown | null = null;

  function requireOwnPage(event: IpcMainInvokeEvent): BrowserWindow {
    const frame = event.senderFrame;
    const window = BrowserWindow.fromWebContents(event.sender);
    if (frame === null || frame.parent !== null || !isOwnPage(frame.url) || window === null) {
      throw new Error('The sender is not the page of Fleetboard.');
    }
    return window;
  }

  ipcMain.handle(CALL_CHANNEL, (event, method: unknown, input: unknown, at: unknown) => {
    requireOwnPage(event);
    const answer = loadAnswering().then(({ answerCall }) =>
      answerCall(target, target.log, method, input, at),
    );
    underWay.add(answer);
    return answer.finally(() => underWay.delete(answer));
  });

  ipcMain.handle(CHOOSE_FOLDER_CHANNEL, async (event) => {
    const chosen = await dialog.showOpenDialog(requireOwnPage(event), {
      properties: ['openDirectory', 'createDirectory'],
    });
    return chosen.filePaths[0] ?? null;
  });

  ipcMain.handle(REVEAL_FOLDER_CHANNEL, (event, folder: unknown) => {
    requireOwnPage(event);
    if (typeof folder !== 'string' || !path.isAbsolute(folder)) {
      throw new Error('Expected the absolute path of a folder.');
    }
    // Selects it in its parent. Opening it would run it where a folder can be an application.
    shell.showItemInFolder(folder);
  });

  ipcMain.handle(READY_TO_SHOW_CHANNEL, (event) => {
    const contents = requireOwnPage(event).webContents;
    ready.add(contents);
    // A page that is loaded again is not listening until it says so again.
    contents.once('did-start-loading', () => ready.delete(contents));
    contents.once('destroyed', () => ready.delete(contents));
    const shown = toShow;
    toShow = null;
    return shown;
  });

  return {
    async callsAnswered() {
      await Promise.allSettled(underWay);
    },
    show(shown) {
      const [contents] = ready;
      if (contents === undefined) toShow = shown;
      else contents.send(SHOW_CHANNEL, shown);
    },
  };
}

/** The whole contract, of which the window needs nothing until its page calls. */
function loadAnswering() {
  return import('../daemon/api/answer-call.ts');
}

/** Returns the function that tells every window what the daemon says. */
export function windowPublisher(): (push: Push) => void {
  const batch = new PushBatch((pushes) => {
    for (const window of BrowserWindow.getAllWindows()) {
      window.webContents.send(PUSH_CHANNEL, pushes);
    }
  });
  return (push) => batch.add(push);
}
