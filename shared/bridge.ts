import type { CallResult, ContractInput, ContractMethod, Push } from './contract.ts';

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
  /** Opens the system's folder dialog; null when it was closed without a choice. */
  chooseFolder(): Promise<string | null>;
  /** Shows a folder in the system's file manager. */
  revealFolder(folder: string): Promise<void>;
}
