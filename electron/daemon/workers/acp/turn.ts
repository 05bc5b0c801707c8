import type * as acp from '@agentclientprotocol/sdk';
import { workError } from '../../../../shared/work-errors.ts';
import type { TurnResult } from '../worker-handle.ts';

const LONGEST_DIGEST = 4_000;
const LONGEST_MESSAGE = 64 * 1024;

/** One prompt on its way to exactly one result. */
export class Turn {
  readonly number: number;
  /** A person refused something: some agents then end the turn as cancelled although it is over in good order. */
  rejected = false;
  #message = '';
  #earlierMessage = '';

  constructor(number: number) {
    this.number = number;
  }

  /** Gathers the agent's last message, which is the digest of the turn. */
  take(update: acp.SessionUpdate): void {
    if (update.sessionUpdate === 'agent_message_chunk') {
      if (update.content.type === 'text' && this.#message.length < LONGEST_MESSAGE) {
        this.#message += update.content.text;
      }
    } else if (update.sessionUpdate === 'tool_call' && this.#message.trim() !== '') {
      this.#earlierMessage = this.#message;
      this.#message = '';
    }
  }

  resultOf(stopReason: acp.StopReason): TurnResult {
    switch (stopReason) {
      case 'end_turn':
        return { outcome: 'done', digest: this.#digest('The agent finished without a message.') };
      case 'cancelled':
        return this.rejected
          ? { outcome: 'done', digest: this.#digest('The agent stopped after a refusal.') }
          : {
              outcome: 'failed',
              error: workError('turn_was_cancelled', 'The agent ended its turn as cancelled.'),
            };
      case 'refusal':
        return {
          outcome: 'failed',
          error: workError('agent_refused', `The agent refused. ${this.#digest('')}`.trim()),
        };
      case 'max_tokens':
      case 'max_turn_requests':
        return {
          outcome: 'failed',
          error: workError(
            'agent_ran_out_of_budget',
            `The agent stopped at a limit of its own (${stopReason}).`,
          ),
        };
      default:
        return {
          outcome: 'failed',
          error: workError('agent_errored', `The agent stopped for "${String(stopReason)}".`),
        };
    }
  }

  #digest(otherwise: string): string {
    const text = (this.#message.trim() || this.#earlierMessage.trim() || otherwise).trim();
    return text.length > LONGEST_DIGEST ? `${text.slice(0, LONGEST_DIGEST - 1)}…` : text;
  }
}
