import type * as acp from '@agentclientprotocol/sdk';
import { answerWords } from '../../../../shared/answer-words.ts';
import { judge } from '../profiles/judge.ts';
import type { Redactor } from '../redaction.ts';
import type { TranscriptWriter } from '../transcripts/transcript-writer.ts';
import type { WorkerEvents } from '../worker-events.ts';
import type { WorkerSpecification } from '../worker-handle.ts';
import { questionOf, toolRequestOf } from './permission-request.ts';
import type { KnownToolCall } from './tool-calls.ts';

export interface PermissionDeskParts {
  readonly specification: WorkerSpecification;
  readonly transcript: TranscriptWriter;
  readonly events: WorkerEvents;
  readonly redactor: Redactor;
  readonly now: () => number;
  /** A request that ends with its connection was not taken back: its agent died over it. */
  readonly isConnected: () => boolean;
}

interface OpenQuestion {
  readonly title: string;
  readonly options: readonly acp.PermissionOption[];
  readonly resolve: (response: acp.RequestPermissionResponse) => void;
}

const CANCELLED: acp.RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/** Where an agent's permission requests are answered: at once by the profile, or later by a person. */
export class PermissionDesk {
  readonly #parts: PermissionDeskParts;
  readonly #open = new Map<string, OpenQuestion>();
  #asked = 0;
  #answeredByProfile = 0;

  constructor(parts: PermissionDeskParts) {
    this.#parts = parts;
  }

  /** Questions that wait for a person. */
  get openQuestions(): number {
    return this.#open.size;
  }

  /** A request that the profile does not answer simply stays open; `takenBack` is the agent's own withdrawal. */
  async decide(
    tool: KnownToolCall,
    options: readonly acp.PermissionOption[],
    takenBack: AbortSignal,
  ): Promise<acp.RequestPermissionResponse> {
    const { specification, redactor } = this.#parts;
    const request = toolRequestOf(tool, options);
    const judged = {
      ...specification,
      profile: specification.profile(),
      answered: this.#answeredByProfile,
    };
    const judgement = judge(judged, request);
    if (judgement.decision === 'allow') {
      this.#answeredByProfile += 1;
      const option = options.find(({ optionId }) => optionId === judgement.optionId);
      this.#noteAnswer(null, tool.title, 'the profile', option?.name ?? judgement.optionId);
      return { outcome: { outcome: 'selected', optionId: judgement.optionId } };
    }
    this.#asked += 1;
    const requestId = String(this.#asked);
    const { title, diffs } = redactor.deep({ title: tool.title, diffs: tool.diffs });
    const question = questionOf(
      requestId,
      { title, diffs },
      redactor.deep(request),
      redactor.text(judgement.reason),
    );
    const answered = this.#wait(requestId, { title, options }, takenBack);
    this.#parts.transcript.append({
      type: 'question',
      at: this.#parts.now(),
      approvalId: requestId,
      title,
      reason: question.reason,
    });
    this.#parts.events.emit({ type: 'question', question });
    return answered;
  }

  /** Answers with an option, or with `cancelled` for null. Null when the question is not open or offers no such option. */
  answer(
    requestId: string,
    optionId: string | null,
    by: string,
  ): { readonly title: string; readonly rejected: boolean } | null {
    const question = this.#open.get(requestId);
    if (question === undefined) return null;
    const option = question.options.find((offered) => offered.optionId === optionId);
    if (optionId !== null && option === undefined) return null;
    this.#open.delete(requestId);
    question.resolve(
      option === undefined
        ? CANCELLED
        : { outcome: { outcome: 'selected', optionId: option.optionId } },
    );
    this.#noteAnswer(
      requestId,
      question.title,
      by,
      option === undefined ? 'withdrawn' : answerWords(option),
    );
    return { title: question.title, rejected: option?.kind.startsWith('reject') === true };
  }

  /** Answers everything that is open with `cancelled`: some agents end a cancelled turn only then. */
  withdrawAll(): void {
    for (const requestId of [...this.#open.keys()]) this.#withdraw(requestId);
  }

  #wait(
    requestId: string,
    question: Omit<OpenQuestion, 'resolve'>,
    takenBack: AbortSignal,
  ): Promise<acp.RequestPermissionResponse> {
    return new Promise((resolve) => {
      this.#open.set(requestId, { ...question, resolve });
      const takeBack = () => {
        if (this.#parts.isConnected()) this.#withdraw(requestId);
      };
      takenBack.addEventListener('abort', takeBack, { once: true });
    });
  }

  #withdraw(requestId: string): void {
    const question = this.#open.get(requestId);
    if (question === undefined) return;
    this.#open.delete(requestId);
    question.resolve(CANCELLED);
    this.#parts.events.emit({ type: 'question_withdrawn', requestId });
  }

  #noteAnswer(approvalId: string | null, title: string, by: string, answer: string): void {
    const { transcript, now } = this.#parts;
    transcript.append({ type: 'answer', at: now(), approvalId, title, by, answer });
  }
}
