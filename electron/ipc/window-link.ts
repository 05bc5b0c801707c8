import path from 'node:path';
import { BrowserWindow, dialog, type IpcMainInvokeEvent, ipcMain, shell } from 'electron';
import type { Push } from '../../shared/contract.ts';
import { answerCall, type CallLog, type CallTarget } from '../daemon/api/answer-call.ts';
import { PushBatch } from '../daemon/api/push-batch.ts';
import {
  CALL_CHANNEL,
  CHOOSE_FOLDER_CHANNEL,
  PUSH_CHANNEL,
  REVEAL_FOLDER_CHANNEL,
} from './channels.ts';

export interface WindowLinkOptions {
  readonly target: CallTarget & { readonly log: CallLog };
  /** Whether a frame of this address is the application's own page. */
  readonly isOwnPage: (url: string) => boolean;
}

/** Answers what the window asks. Anything that is not the top frame of the application's own page is refused. */
export function answerWindow({ target, isOwnPage }: WindowLinkOptions): void {
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
    return answerCall(target, target.log, method, input, at);
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
