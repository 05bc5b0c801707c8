/** What a process of the latency measurement plays. */
export type LatencyRole =
  /** Starts tasks of others: the real dispatcher, woken by the write-ahead log. */
  | { readonly role: 'dispatcher'; readonly file: string; readonly owner: string }
  /** The same by hand: woken through a socket, it claims with the bare statements. */
  | {
      readonly role: 'floor';
      readonly file: string;
      readonly owner: string;
      readonly socket: string;
    }
  | {
      readonly role: 'writer';
      readonly dispatcherFile: string;
      readonly floorFile: string;
      readonly owner: string;
      readonly socket: string;
    };

/** Told to the dispatcher: queue and start one here. Told to the writer: queue one for the other process. */
export type LatencyOrder = 'in process' | 'to dispatcher' | 'to floor' | 'ping';

export interface LatencyAnswer {
  readonly id: string;
  /** Milliseconds on the machine's clock. */
  readonly at: number;
}

/** A clock that all processes of the machine share, in milliseconds. */
export function machineNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
