import type * as acp from '@agentclientprotocol/sdk';
import { workError } from '../../../../shared/work-errors.ts';
import type { TurnResult } from '../worker-handle.ts';

const LONGEST_DIGEST = 4_000;
const LONGEST_MESSAGE = 64 * 1024;

/** One prompt on its way to exactly one result. */
export class Turn {
  readonly number: number;
  /** What a person refused: some agents then end the turn as cancelled although it is over in good order. */
  rejected: string | null = null;
  /** Fleetboard asked the agent to end it. */
  interrupted = false;
  readonly #redact: (text: string) => string;
  #message = '';
  #earlierMessage = '';

  constructor(number: number, redact: (text: string) => string) {
    this.number = number;
    this.#redact = redact;
  }

  /** Gathers the agent's last message, which is the digest of the turn. */
  take(update: acp.SessionUpdate): void {
    if (update.sessionUpdate === 'agent_message_chunk') {
      if (update.content.type === 'text' && this.#message.length < LONGEST_MESSAGE) {
        this.#message += update.content.text.slice(0, LONGEST_MESSAGE);
      }
    } else if (update.sessionUpdate === 'tool_call' && this.#message.trim() !== '') {
      this.#earlierMessage = this.#message;
      this.#message = '';
    }
  }

  resultOf(stopReason: acp.StopReason): TurnResult {
    switch (stopReason) {
      case 'end_turn':
        return {
          outcome: 'done',
          digest: this.#digest() || 'The agent finished without a message.',
        };
      case 'cancelled':
        return this.rejected === null
          ? failed('turn_was_cancelled', 'The agent ended its turn as cancelled.')
          : { outcome: 'done', digest: this.#digestOfRefusal(this.rejected) };
      case 'refusal':
        return failed('agent_refused', `The agent refused. ${this.#digest()}`.trim());
      case 'max_tokens':
      case 'max_turn_requests':
        return failed(
          'agent_ran_out_of_budget',
          `The agent stopped at a limit of its own (${stopReason}).`,
        );
      default:
        return failed('agent_errored', `The agent stopped for "${String(stopReason)}".`);
    }
  }

  #digest(): string {
    const text = this.#redact(this.#message.trim() || this.#earlierMessage.trim());
    return text.length > LONGEST_DIGEST ? `${text.slice(0, LONGEST_DIGEST - 1)}…` : text;
  }

  #digestOfRefusal(rejected: string): string {
    const said = `The agent stopped because this was refused: ${rejected}.`;
    const digest = this.#digest().slice(0, LONGEST_DIGEST - said.length - 2);
    return digest === '' ? said : `${digest}\n\n${said}`;
  }
}

function failed(code: Parameters<typeof workError>[0], message: string): TurnResult {
  return { outcome: 'failed', error: workError(code, message) };
}
