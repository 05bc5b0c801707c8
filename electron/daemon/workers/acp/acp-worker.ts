import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import * as acp from '@agentclientprotocol/sdk';
import type { DispatchLimits } from '../../../../shared/configuration.ts';
import { type WorkError, workError } from '../../../../shared/work-errors.ts';
import { drain } from '../drain.ts';
import { lastLines } from '../last-lines.ts';
import { ProcessWorker, type ProcessWorkerParts } from '../process-worker.ts';
import type { TurnResult, WorkerHandle, WorkerSpecification } from '../worker-handle.ts';
import { describeExit, type ProcessExit } from '../worker-process.ts';
import { GuardedStream } from './guarded-stream.ts';
import { type Handshake, shakeHands } from './handshake.ts';
import { IdleWatch } from './idle-watch.ts';
import { PermissionDesk } from './permission-desk.ts';
import { sendPrompt } from './send-prompt.ts';
import { entryOfUpdate } from './session-updates.ts';
import { ToolCalls } from './tool-calls.ts';
import { Turn } from './turn.ts';
import { ended, hung, lost } from './worker-failures.ts';

/** A prompt can settle a moment before the exit that caused it is known; the exit is the truth. */
const EXIT_TELLS_MS = 250;
/** How long an agent may take to end a turn that it was asked to end. */
const INTERRUPT_GRACE_MS = 5_000;
const LONGEST_GARBAGE_NOTE = 500;
const LONGEST_LAST_WORDS = 2_000;

export interface AcpWorkerParts extends ProcessWorkerParts {
  readonly specification: WorkerSpecification;
  readonly limits: () => DispatchLimits;
  readonly version: string;
}

/** An agent that speaks the Agent Client Protocol, in one session. */
export class AcpWorker extends ProcessWorker implements WorkerHandle {
  readonly acceptsPrompts = true;
  readonly #parts: AcpWorkerParts;
  readonly #guard: GuardedStream;
  readonly #connection: acp.ClientConnection;
  readonly #tools: ToolCalls;
  readonly #desk: PermissionDesk;
  readonly #idle: IdleWatch;
  readonly #begun: Promise<WorkError | null>;
  readonly #over: Promise<void>;
  #acpSessionId = '';
  /** It tells again what happened in the session that it loads; that is in the transcript of then. */
  #isLoading = false;
  #toldMode: string | null = null;
  #turn: Turn | null = null;
  #turns = 0;
  #broken: WorkError | null = null;
  #ending = false;

  constructor(parts: AcpWorkerParts) {
    super(parts);
    this.#parts = parts;
    this.#tools = new ToolCalls((text) => parts.redactor.text(text));
    this.#desk = new PermissionDesk({
      ...parts,
      isConnected: () => !this.#connection.signal.aborted,
    });
    this.#idle = new IdleWatch(
      () => parts.limits().idleLimitMs,
      () => !parts.process.stopped && this.#desk.openQuestions === 0,
      (silentMs) => this.#breakWith(hung(silentMs)),
    );
    parts.process.stderr.on('data', () => this.#idle.seen());
    this.#guard = new GuardedStream(parts.process.stdin, parts.process.stdout, parts.redactor, {
      onOutput: () => this.#idle.seen(),
      onGarbage: (line) => this.note(`Not the protocol: ${line.slice(0, LONGEST_GARBAGE_NOTE)}`),
      onBroken: (error) => this.#breakWith(error),
    });
    this.#connection = acp
      .client({ name: 'fleetboard' })
      .onRequest(acp.methods.client.session.requestPermission, ({ params, signal }) =>
        this.#decide(params, signal),
      )
      .onNotification(acp.methods.client.session.update, ({ params }) => this.#take(params.update))
      .connect(this.#guard.stream);
    this.#begun = this.#begin();
    this.#over = parts.process.exited.then((exit) => this.#finish(exit));
  }

  get agentSession(): string | null {
    return this.#acpSessionId === '' ? null : this.#acpSessionId;
  }

  /** Resolves after handshake and session; a worker that failed there is ended before this resolves. */
  async begun(): Promise<WorkError | null> {
    const error = await this.#begun;
    if (error !== null) await this.cancel();
    return error;
  }

  prompt(text: string): ReturnType<WorkerHandle['prompt']> {
    if (this.#ending || !this.isAlive()) return { outcome: 'gone' };
    if (this.#turn !== null) return { outcome: 'busy' };
    this.#turns += 1;
    const turn = new Turn(this.#turns, (message) => this.#parts.redactor.text(message));
    this.#turn = turn;
    this.#guard.beginTurn();
    this.#idle.start();
    this.#parts.transcript.append({ type: 'prompt', at: this.#parts.now(), text });
    void this.#run(turn, text);
    return { outcome: 'accepted', turn: turn.number };
  }

  answer(requestId: string, optionId: string | null, by: string): { outcome: 'answered' | 'gone' } {
    const answered = this.#desk.answer(requestId, optionId, by);
    if (answered === null) return { outcome: 'gone' };
    this.#idle.seen();
    if (answered.rejected && this.#turn !== null) this.#turn.rejected = answered.title;
    return { outcome: 'answered' };
  }

  interrupt(): void {
    const turn = this.#turn;
    if (turn === null) return;
    this.#askToStop();
    const late = setTimeout(() => {
      if (this.#turn === turn) void this.cancel();
    }, INTERRUPT_GRACE_MS);
    late.unref();
  }

  async cancel(): Promise<void> {
    this.#ending = true;
    this.#askToStop();
    await this.#parts.process.end();
    await this.#over;
  }

  async #begin(): Promise<WorkError | null> {
    const { specification, version, limits } = this.#parts;
    const handshake = await shakeHands({
      connection: this.#connection,
      specification,
      version,
      timeoutMs: limits().handshakeTimeoutMs,
      toldMode: () => this.#toldMode,
      onLoading: (isLoading) => {
        this.#isLoading = isLoading;
      },
      note: (text) => this.note(text),
    });
    if (handshake.outcome === 'ready') {
      this.#acpSessionId = handshake.acpSessionId;
      return null;
    }
    const error = this.#parts.redactor.deep(await this.#whyNotBegun(handshake));
    this.#parts.transcript.append({
      type: 'ended',
      at: this.#parts.now(),
      outcome: error.code,
      text: error.message,
    });
    return error;
  }

  async #whyNotBegun(handshake: Exclude<Handshake, { outcome: 'ready' }>): Promise<WorkError> {
    if (this.#broken !== null) return this.#broken;
    if (this.#guard.onlyGarbage !== null) return this.#guard.onlyGarbage;
    if (handshake.outcome === 'failed') return handshake.error;
    const exit = await this.#exitWithin(EXIT_TELLS_MS);
    if (this.#ending) return ended();
    const how = exit === null ? 'it closed its output' : describeExit(exit);
    return workError(
      'agent_exited_without_answer',
      `The agent went away during ${handshake.step}: ${how}.${this.#lastWords()}`,
    );
  }

  async #run(turn: Turn, text: string): Promise<void> {
    const connection = this.#connection;
    const { result, isCertain } = await sendPrompt(connection, this.#acpSessionId, turn, text);
    if (!isCertain && (await this.#exitWithin(EXIT_TELLS_MS)) !== null) return;
    if (isCertain || !connection.signal.aborted) {
      this.#endTurn(turn, result);
      return;
    }
    this.#endTurn(turn, { outcome: 'failed', error: this.#errorOfLoss('it closed its output') });
    // Without its connection the process is of no use to anybody.
    await this.cancel();
  }

  /** Exactly one result per turn; whoever comes second is too late. */
  #endTurn(turn: Turn, result: TurnResult): void {
    if (this.#turn !== turn) return;
    this.#turn = null;
    this.#idle.stop();
    this.#desk.withdrawAll();
    const clean = this.#parts.redactor.deep(result);
    this.#parts.transcript.append({
      type: 'ended',
      at: this.#parts.now(),
      ...(clean.outcome === 'done'
        ? { outcome: 'done', text: '' }
        : { outcome: clean.error.code, text: clean.error.message }),
    });
    this.#parts.events.emit({ type: 'turn_ended', turn: turn.number, result: clean });
  }

  async #finish(exit: ProcessExit): Promise<void> {
    await drain(this.#connection.closed, () => this.#guard.progress);
    await nextTurn();
    const error = this.#broken ?? (this.#ending ? null : this.#errorOfLoss(describeExit(exit)));
    this.#connection.close();
    await this.#begun;
    if (this.#turn !== null) {
      this.#endTurn(this.#turn, { outcome: 'failed', error: error ?? ended() });
    }
    this.#desk.withdrawAll();
    await this.#parts.process.end();
    this.#parts.transcript.close();
    this.#parts.events.emit({ type: 'exited', error: this.#parts.redactor.deep(error) });
  }

  #errorOfLoss(how: string): WorkError {
    return lost(`${how}.${this.#lastWords()}`, this.#desk.openQuestions > 0);
  }

  /** A limit was broken: the turn has failed, and the worker goes. */
  #breakWith(error: WorkError): void {
    if (this.#broken !== null || this.#ending) return;
    this.#broken = error;
    if (this.#turn !== null) this.#endTurn(this.#turn, { outcome: 'failed', error });
    void this.cancel();
  }

  #take(update: acp.SessionUpdate): void {
    if (update.sessionUpdate === 'current_mode_update') {
      this.#toldMode = update.currentModeId;
      if (this.#turns > 0) this.note(`The agent changed its mode to "${update.currentModeId}".`);
      return;
    }
    if (this.#isLoading) return;
    const entry = entryOfUpdate(update, this.#tools, this.#parts.now());
    if (entry !== null) this.#parts.transcript.append(entry);
    this.#turn?.take(update);
  }

  async #decide(
    { toolCall, options }: acp.RequestPermissionRequest,
    takenBack: AbortSignal,
  ): Promise<acp.RequestPermissionResponse> {
    // Nobody works for it any more, so nobody may answer for it either.
    if (this.#turn === null || this.#turn.interrupted) return { outcome: { outcome: 'cancelled' } };
    return this.#desk.decide(this.#tools.merge(toolCall), options, takenBack);
  }

  #askToStop(): void {
    if (this.#turn !== null && this.isAlive() && !this.#connection.signal.aborted) {
      this.#turn.interrupted = true;
      void this.#connection.agent
        .notify(acp.methods.agent.session.cancel, { sessionId: this.#acpSessionId })
        .catch(() => {});
    }
    this.#desk.withdrawAll();
  }

  async #exitWithin(limitMs: number): Promise<ProcessExit | null> {
    return Promise.race([this.#parts.process.exited, pause(limitMs, null)]);
  }

  #lastWords(): string {
    const clean = this.#parts.redactor.text(this.#parts.process.stderrTail);
    return clean === '' ? '' : ` It last said: ${lastLines(clean, LONGEST_LAST_WORDS)}`;
  }
}
