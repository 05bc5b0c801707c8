import { setTimeout as pause } from 'node:timers/promises';
import type {
  CallResult,
  ContractInput,
  ContractMethod,
  ContractOutput,
} from '../../shared/contract.ts';
import { callDaemon, type DaemonAddress } from '../daemon/api/daemon-client.ts';
import { CallFailed, DaemonNotReached } from './command-stopped.ts';
import { whyNotReached } from './why-not-reached.ts';

/** How long a daemon that is still starting is waited for. */
const STARTING_LIMIT_MS = 15_000;
const LOOK_AGAIN_MS = 100;

/** Makes a call of the contract; `at` names another daemon that should answer it. */
export type Call = <M extends ContractMethod>(
  method: M,
  input: ContractInput<M>,
  at?: string,
) => Promise<ContractOutput<M>>;

/** Calls of one daemon. They throw DaemonNotReached or CallFailed. */
export function callsOf(address: DaemonAddress): Call {
  return async (method, input, at) => {
    const answer = await askWhenStarted(address, method, input, at);
    if (answer.ok) return answer.value;
    const { problem } = answer;
    if (problem.code === 'daemon_unreachable' && at !== undefined && at !== address.owner) {
      throw new DaemonNotReached(problem);
    }
    switch (problem.code) {
      case 'daemon_unreachable':
      case 'wrong_token':
        throw new DaemonNotReached(await whyNotReached(address));
      case 'daemon_not_ready':
        throw new DaemonNotReached(problem);
      default:
        throw new CallFailed(problem);
    }
  };
}

/** "fleetboard serve &" followed by a call is what scripts do. */
async function askWhenStarted<M extends ContractMethod>(
  address: DaemonAddress,
  method: M,
  input: ContractInput<M>,
  at: string | undefined,
): Promise<CallResult<M>> {
  const giveUpAt = performance.now() + STARTING_LIMIT_MS;
  for (;;) {
    const answer = await callDaemon(address, method, input, at === undefined ? {} : { at });
    const isStarting = !answer.ok && answer.problem.code === 'daemon_not_ready';
    if (!isStarting || performance.now() > giveUpAt) return answer;
    await pause(LOOK_AGAIN_MS);
  }
}
