import { setImmediate as nextTurn } from 'node:timers/promises';
import * as acp from '@agentclientprotocol/sdk';
import type { TurnResult } from '../worker-handle.ts';
import { errorOfPrompt } from './agent-errors.ts';
import type { Turn } from './turn.ts';

export interface PromptEnd {
  readonly result: TurnResult;
  /** Whether the agent said so itself. If not, its process may tell better what happened. */
  readonly isCertain: boolean;
}

/** Sends a prompt and waits for what the protocol says of its end. Never rejects. */
export async function sendPrompt(
  connection: acp.ClientConnection,
  sessionId: string,
  turn: Turn,
  text: string,
): Promise<PromptEnd> {
  try {
    const { stopReason } = await connection.agent.request(acp.methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text }],
    });
    // What was printed before the answer has been handled after this.
    await nextTurn();
    // A launcher that is killed can answer "cancelled" although its agent simply died.
    const isCertain = stopReason !== 'cancelled' || turn.interrupted;
    return { result: turn.resultOf(stopReason), isCertain };
  } catch (error) {
    return {
      result: { outcome: 'failed', error: errorOfPrompt(error) },
      isCertain: error instanceof acp.RequestError,
    };
  }
}
