import { setTimeout as pause } from 'node:timers/promises';
import * as acp from '@agentclientprotocol/sdk';
import type { DispatchLimits } from '../../../../shared/configuration.ts';
import { type WorkError, workError } from '../../../../shared/work-errors.ts';
import { judge } from '../profiles/judge.ts';
import type { TranscriptWriter } from '../transcripts/transcript-writer.ts';
import type { WorkerEvents } from '../worker-events.ts';
import type {
  ProcessIdentity,
  TurnResult,
  WorkerEvent,
  WorkerHandle,
  WorkerSpecification,
} from '../worker-handle.ts';
import { describeExit, type ProcessExit, type WorkerProcess } from '../worker-process.ts';
import { GuardedStream, garbageError } from './guarded-stream.ts';
import { errorOfPrompt, shakeHands } from './handshake.ts';
import { IdleWatch } from './idle-watch.ts';
import { OpenQuestions } from './open-questions.ts';
import { questionOf, toolRequestOf } from './permission-request.ts';
import { entryOfUpdate } from './session-updates.ts';
import { ToolCalls } from './tool-calls.ts';
import { Turn } from './turn.ts';

/** A prompt can settle a moment before the exit that caused it is known; the exit is the truth. */
const EXIT_TELLS_MS = 250;
/** How long an agent may take to end a turn that it was asked to end. */
const INTERRUPT_GRACE_MS = 5_000;

export interface AcpWorkerParts {
  readonly specification: WorkerSpecification;
  readonly process: WorkerProcess;
  readonly transcript: TranscriptWriter;
  readonly events: WorkerEvents;
  readonly limits: () => DispatchLimits;
  readonly redact: (text: string) => string;
  readonly now: () => number;
  readonly version: string;
}

/** An agent that speaks the Agent Client Protocol, in one session. */
export class AcpWorker implements WorkerHandle {
  readonly sessionId: string;
  readonly process: ProcessIdentity;
  readonly acceptsPrompts = true;
  readonly #parts: AcpWorkerParts;
  readonly #guard: GuardedStream;
  readonly #connection: acp.ClientConnection;
  readonly #tools = new ToolCalls();
  readonly #questions = new OpenQuestions();
  readonly #idle: IdleWatch;
  readonly #over: Promise<void>;
  #acpSessionId = '';
  #turn: Turn | null = null;
  #turns = 0;
  #answeredByProfile = 0;
  #broken: WorkError | null = null;
  #firstGarbage: string | null = null;
  #ending = false;

  constructor(parts: AcpWorkerParts) {
    this.#parts = parts;
    this.sessionId = parts.specification.sessionId;
    this.process = parts.process.identity;
    this.#idle = new IdleWatch(
      () => parts.limits().idleLimitMs,
      () => !parts.process.stopped && this.#questions.size === 0,
      (silentMs) =>
        this.#breakWith(
          workError(
            'agent_hung',
            `The agent was silent for ${silentMs} ms while it should have worked.`,
          ),
        ),
    );
    this.#guard = new GuardedStream(parts.process.stdin, parts.process.stdout, {
      onOutput: () => this.#idle.seen(),
      onGarbage: (line) => this.#takeGarbage(line),
      onBroken: (error) => this.#breakWith(error),
    });
    this.#connection = acp
      .client({ name: 'fleetboard' })
      .onRequest(acp.methods.client.session.requestPermission, ({ params, signal }) =>
        this.#decide(params, signal),
      )
      .onNotification(acp.methods.client.session.update, ({ params }) => this.#take(params.update))
      .connect(this.#guard.stream);
    this.#over = parts.process.exited.then((exit) => this.#finish(exit));
  }

  /** Handshake and session; a worker that fails is ended before this resolves. */
  async begin(): Promise<WorkError | null> {
    const { specification, version, limits, process } = this.#parts;
    const handshake = await shakeHands(
      this.#connection,
      specification,
      version,
      limits().handshakeTimeoutMs,
    );
    if (handshake.outcome === 'ready') {
      this.#acpSessionId = handshake.acpSessionId;
      return null;
    }
    const exitedFirst = handshake.error.code === 'agent_exited_without_answer';
    if (exitedFirst) await Promise.race([process.exited, pause(EXIT_TELLS_MS)]);
    await this.cancel();
    if (this.#broken !== null) return this.#broken;
    if (this.#firstGarbage !== null && !this.#guard.spokeProtocol) {
      return garbageError(this.#firstGarbage);
    }
    if (!exitedFirst) return handshake.error;
    const exit = await process.exited;
    return workError(
      'agent_exited_without_answer',
      `The agent exited before it answered the handshake (${describeExit(exit)}).${this.#redactedLastWords()}`,
    );
  }

  isAlive(): boolean {
    return this.#parts.process.isAlive();
  }

  prompt(text: string): ReturnType<WorkerHandle['prompt']> {
    if (!this.isAlive() || this.#ending) return { outcome: 'gone' };
    if (this.#turn !== null) return { outcome: 'busy' };
    this.#turns += 1;
    const turn = new Turn(this.#turns);
    this.#turn = turn;
    this.#guard.beginTurn();
    this.#idle.start();
    this.#parts.transcript.append({ type: 'prompt', at: this.#parts.now(), text });
    void this.#run(turn, text);
    return { outcome: 'accepted', turn: turn.number };
  }

  answer(requestId: string, optionId: string | null, by: string): { outcome: 'answered' | 'gone' } {
    const question = this.#questions.close(requestId, optionId);
    if (question === undefined) return { outcome: 'gone' };
    this.#idle.seen();
    const option = question.options.find((offered) => offered.optionId === optionId);
    if (this.#turn !== null && option?.kind.startsWith('reject') === true)
      this.#turn.rejected = true;
    this.#parts.transcript.append({
      type: 'answer',
      at: this.#parts.now(),
      approvalId: null,
      title: question.title,
      by,
      answer: option?.name ?? 'withdrawn',
    });
    return { outcome: 'answered' };
  }

  note(text: string): void {
    this.#parts.transcript.append({ type: 'note', at: this.#parts.now(), text });
  }

  signal(signal: 'stop' | 'continue'): 'signalled' | 'gone' | 'unsupported' {
    const sent = this.#parts.process.signal(signal);
    this.#idle.seen();
    if (sent === 'signalled')
      this.note(signal === 'stop' ? 'Held: its processes are stopped.' : 'Resumed.');
    return sent;
  }

  interrupt(): void {
    const turn = this.#turn;
    if (turn === null) return;
    this.#askToStop();
    void pause(INTERRUPT_GRACE_MS).then(() => (this.#turn === turn ? this.cancel() : undefined));
  }

  async cancel(): Promise<void> {
    this.#ending = true;
    this.#askToStop();
    await this.#parts.process.end();
    await this.#over;
  }

  subscribe(fromOffset: number, listener: (event: WorkerEvent) => void): () => void {
    return this.#parts.events.subscribe(fromOffset, listener);
  }

  async #run(turn: Turn, text: string): Promise<void> {
    let result: TurnResult;
    try {
      const response = await this.#connection.agent.request(acp.methods.agent.session.prompt, {
        sessionId: this.#acpSessionId,
        prompt: [{ type: 'text', text }],
      });
      result = turn.resultOf(response.stopReason);
    } catch (error) {
      result = { outcome: 'failed', error: errorOfPrompt(error) };
    }
    // A killed launcher can make the prompt resolve as cancelled, and a lost connection says nothing of its cause.
    const suspicious =
      result.outcome === 'failed' &&
      (result.error.code === 'turn_was_cancelled' ||
        result.error.code === 'agent_exited_without_answer');
    if (suspicious && !this.#ending) {
      await Promise.race([this.#parts.process.exited, pause(EXIT_TELLS_MS)]);
    }
    if (this.isAlive()) {
      this.#endTurn(turn, result);
      // Without its connection the process is of no use to anybody.
      if (this.#connection.signal.aborted) await this.cancel();
    }
  }

  /** Exactly one result per turn; whoever comes second is too late. */
  #endTurn(turn: Turn, result: TurnResult): void {
    if (this.#turn !== turn) return;
    this.#turn = null;
    this.#idle.stop();
    for (const requestId of this.#questions.closeAll()) {
      this.#parts.events.emit({ type: 'question_withdrawn', requestId });
    }
    const clean = this.#redacted(result);
    this.#parts.transcript.append({
      type: 'ended',
      at: this.#parts.now(),
      outcome: clean.outcome === 'done' ? 'done' : clean.error.code,
      text: clean.outcome === 'done' ? '' : clean.error.message,
    });
    this.#parts.transcript.flush();
    this.#parts.events.emit({ type: 'turn_ended', turn: turn.number, result: clean });
  }

  async #finish(exit: ProcessExit): Promise<void> {
    const wasAsking = this.#questions.size > 0;
    const turn = this.#turn;
    if (turn !== null) {
      this.#endTurn(turn, { outcome: 'failed', error: this.#errorOfExit(exit, wasAsking) });
    }
    // A grandchild that holds the pipe would keep the connection open.
    this.#connection.close();
    await this.#parts.process.end();
    this.#parts.transcript.close();
    this.#parts.events.emit({
      type: 'exited',
      error: this.#ending ? null : this.#errorOfExit(exit, wasAsking),
    });
  }

  #errorOfExit(exit: ProcessExit, wasAsking: boolean): WorkError {
    if (this.#broken !== null) return this.#broken;
    if (this.#ending) return workError('turn_was_cancelled', 'The worker was ended.');
    const how = `${describeExit(exit)}.${this.#redactedLastWords()}`;
    return wasAsking
      ? workError('agent_died_while_asking', `The agent died while its question was open: ${how}`)
      : workError('agent_exited_without_answer', `The agent exited without an answer: ${how}`);
  }

  /** A limit was broken: the turn has failed, and the worker goes. */
  #breakWith(error: WorkError): void {
    if (this.#broken !== null || this.#ending) return;
    this.#broken = error;
    if (this.#turn !== null) this.#endTurn(this.#turn, { outcome: 'failed', error });
    void this.cancel();
  }

  #take(update: acp.SessionUpdate): void {
    const entry = entryOfUpdate(update, this.#tools, this.#parts.now());
    if (entry !== null) this.#parts.transcript.append(entry);
    this.#turn?.take(update);
  }

  async #decide(
    params: acp.RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<acp.RequestPermissionResponse> {
    const { specification, transcript, events, now } = this.#parts;
    const tool = this.#tools.merge(params.toolCall);
    const request = toolRequestOf(tool, params.options);
    const judgement = judge({ ...specification, answered: this.#answeredByProfile }, request);
    if (judgement.decision === 'allow') {
      this.#answeredByProfile += 1;
      const option = params.options.find((offered) => offered.optionId === judgement.optionId);
      transcript.append({
        type: 'answer',
        at: now(),
        approvalId: null,
        title: tool.title,
        by: 'the profile',
        answer: option?.name ?? judgement.optionId,
      });
      return { outcome: { outcome: 'selected', optionId: judgement.optionId } };
    }
    const requestId = this.#questions.nextId();
    const question = questionOf(requestId, tool, request, judgement.reason);
    transcript.append({
      type: 'question',
      at: now(),
      approvalId: requestId,
      title: question.title,
      reason: question.reason,
    });
    const answered = this.#questions.wait(
      { requestId, title: question.title, options: params.options },
      signal,
      () => events.emit({ type: 'question_withdrawn', requestId }),
    );
    events.emit({ type: 'question', question: this.#redactedDeep(question) });
    return answered;
  }

  #askToStop(): void {
    if (this.#turn !== null && this.isAlive() && !this.#connection.signal.aborted) {
      void this.#connection.agent
        .notify(acp.methods.agent.session.cancel, { sessionId: this.#acpSessionId })
        .catch(() => {});
    }
    // Some agents end a cancelled turn only when their open question is answered.
    for (const requestId of this.#questions.closeAll()) {
      this.#parts.events.emit({ type: 'question_withdrawn', requestId });
    }
  }

  #takeGarbage(line: string): void {
    this.#firstGarbage ??= line;
    this.note(`Not the protocol: ${line.slice(0, 500)}`);
  }

  #redactedLastWords(): string {
    return this.#parts.redact(this.#parts.process.lastWords());
  }

  #redacted(result: TurnResult): TurnResult {
    return this.#redactedDeep(result);
  }

  #redactedDeep<Value>(value: Value): Value {
    return JSON.parse(this.#parts.redact(JSON.stringify(value))) as Value;
  }
}
