import type { CallResult, ContractInput, ContractMethod, Push } from './contract.ts';
import type { Shown } from './shown.ts';

/** What the preload script exposes as `window.fleetboard`; `renderer/src/api` alone may touch it. */
export interface FleetboardBridge {
  /** `at`: the address of the daemon that should answer, when it is not the one of this window. */
  call<M extends ContractMethod>(
    method: M,
    input: ContractInput<M>,
    at?: string,
  ): Promise<CallResult<M>>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (push: Push) => void): () => void;
  /** Tells what the window is asked to show from outside, also what was asked before. Returns the function that ends it. */
  watchShown(listener: (shown: Shown) => void): () => void;
  /** Opens the system's folder dialog; null when it was closed without a choice. */
  chooseFolder(): Promise<string | null>;
  /** Shows a folder in the system's file manager. */
  revealFolder(folder: string): Promise<void>;
}
