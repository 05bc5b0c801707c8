import type { Push } from '../../shared/contract.ts';
import { type DaemonAddress, tokenOf } from '../daemon/api/daemon-client.ts';

/** Node's own takes headers, which the type of the browsers' does not know. */
type NodeWebSocket = new (
  url: string,
  options: { readonly headers: Readonly<Record<string, string>> },
) => WebSocket;

export interface EventSocket {
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Connects to what a daemon tells without being asked; null when it cannot be reached. */
export function connectEvents(
  address: DaemonAddress,
  heard: (pushes: readonly Push[]) => void,
): Promise<EventSocket | null> {
  return new Promise((resolve) => {
    // Only here: naming it at the top would load it for every command.
    const Socket = WebSocket as unknown as NodeWebSocket;
    const socket = new Socket(`ws://${address.owner}/v1/events`, {
      headers: { authorization: `Bearer ${tokenOf(address) ?? ''}` },
    });
    const ended = new Promise<void>((end) => {
      socket.addEventListener('close', () => {
        end();
        resolve(null);
      });
    });
    socket.addEventListener('open', () => resolve({ ended, close: () => socket.close() }));
    socket.addEventListener('message', ({ data }) => heard(JSON.parse(String(data)) as Push[]));
    // "close" follows and says all that matters.
    socket.addEventListener('error', () => {});
  });
}
