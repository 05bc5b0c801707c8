import { contextBridge, ipcRenderer } from 'electron';
import type { FleetboardBridge } from '../shared/bridge.ts';
import type { Push } from '../shared/contract.ts';
import type { Shown } from '../shared/shown.ts';
import {
  CALL_CHANNEL,
  CHOOSE_FOLDER_CHANNEL,
  PUSH_CHANNEL,
  READY_TO_SHOW_CHANNEL,
  REVEAL_FOLDER_CHANNEL,
  SHOW_CHANNEL,
} from './ipc/channels.ts';

const bridge: FleetboardBridge = {
  call: (method, input, at) => ipcRenderer.invoke(CALL_CHANNEL, method, input, at),

  subscribe(listener) {
    const receive = (_event: unknown, pushes: readonly Push[]) => {
      for (const push of pushes) listener(push);
    };
    ipcRenderer.on(PUSH_CHANNEL, receive);
    return () => ipcRenderer.off(PUSH_CHANNEL, receive);
  },

  watchShown(listener) {
    const receive = (_event: unknown, shown: Shown) => listener(shown);
    ipcRenderer.on(SHOW_CHANNEL, receive);
    void ipcRenderer.invoke(READY_TO_SHOW_CHANNEL).then((shown: Shown | null) => {
      if (shown !== null) listener(shown);
    });
    return () => ipcRenderer.off(SHOW_CHANNEL, receive);
  },

  chooseFolder: () => ipcRenderer.invoke(CHOOSE_FOLDER_CHANNEL),
  revealFolder: (folder) => ipcRenderer.invoke(REVEAL_FOLDER_CHANNEL, folder),
};

contextBridge.exposeInMainWorld('fleetboard', bridge);
