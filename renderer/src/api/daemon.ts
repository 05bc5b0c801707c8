import type { FleetboardBridge } from '../../../shared/bridge.ts';
import type { CallResult, ContractInput, ContractMethod, Push } from '../../../shared/contract.ts';

declare global {
  interface Window {
    readonly fleetboard: FleetboardBridge;
  }
}

/** Calls the daemon. Never rejects: a broken connection is a problem like any other. */
export async function call<M extends ContractMethod>(
  method: M,
  input: ContractInput<M>,
): Promise<CallResult<M>> {
  try {
    return await window.fleetboard.call(method, input);
  } catch (error) {
    return { ok: false, problem: unreachable(error) };
  }
}

/** Returns the function that ends the subscription. */
export function subscribe(listener: (push: Push) => void): () => void {
  return window.fleetboard.subscribe(listener);
}

/** Null when the dialog was closed without a choice. */
export function chooseFolder(): Promise<string | null> {
  return window.fleetboard.chooseFolder();
}

export function revealFolder(folder: string): Promise<void> {
  return window.fleetboard.revealFolder(folder);
}

function unreachable(error: unknown) {
  return {
    code: 'daemon_unreachable',
    message: `The window could not reach the daemon (${error instanceof Error ? error.message : String(error)}).`,
    nextStep: 'Close the window and start Fleetboard again. Nothing that was queued is lost.',
  };
}
