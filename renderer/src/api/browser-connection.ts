import type { CallResult, ContractInput, ContractMethod, Push } from '../../../shared/contract.ts';
import type { Problem } from '../../../shared/problems.ts';
import { SIGNS_OF_LIFE } from '../../../shared/sign-of-life.ts';
import { signIn } from './sign-in.ts';
import { SilenceWatch } from './silence-watch.ts';

const CALL_LIMIT_MS = 30_000;
/** For a daemon that is looked for, and for a connection to it. */
const LOOK_LIMIT_MS = 3_000;
/** An agent that is tested may take two minutes to answer, and then has to be ended. */
const AGENT_TEST_MS = 150_000;
const LARGEST_KEPT_ALIVE = 8_192;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 3_000;

/** What every call answers in a browser that has no session. */
export const NOT_SIGNED_IN: Problem = {
  code: 'not_signed_in',
  message: 'This address alone does not open the board.',
  nextStep:
    'Open the whole address that "fleetboard serve" prints when it starts: it ends in #token=… and signs this browser in.',
};

/** What a call answers that was not even made. */
const NOT_CONNECTED: Problem = {
  code: 'connection_lost',
  message: 'The daemon could not be reached: this page has lost the connection. Nothing was done.',
  nextStep: 'Try again once the connection is there again.',
};

/** What a call answers that was made before the connection was lost. */
const NO_ANSWER: Problem = {
  code: 'connection_lost',
  message: 'The connection was lost before the daemon answered. It may have been done or not.',
  nextStep: 'The board shows it once the connection is there again.',
};

/** How it stands with the daemon of a page. */
export interface Connection {
  readonly isConnected: boolean;
  /** When the daemon was heard last, in Unix milliseconds. */
  readonly heardAt: number;
}

/** `silent`: nobody has closed the connection, but nothing comes; a daemon that is only busy will speak again. */
type State = 'new' | 'there' | 'silent' | 'lost';

/** The daemon of a page in a browser, by the port that served the page: calls over HTTP, pushes over a WebSocket. */
export class BrowserConnection {
  readonly #signedIn: Promise<void>;
  readonly #listeners = new Set<(push: Push) => void>();
  readonly #watchers = new Set<(connection: Connection) => void>();
  /** Resolves when the first attempt to listen has worked or failed: what is read before could miss what follows. */
  #listening: Promise<void> | null = null;
  #state: State = 'new';
  #heardAt = Date.now();
  /** Calls that wait for the end of the silence. */
  #waiting: (() => void)[] = [];
  /** Aborted for the calls that are under way when the connection is lost. */
  #loss = new AbortController();
  #retryMs = FIRST_RETRY_MS;

  constructor() {
    this.#signedIn = signIn();
    // The whole address, typed into a page that is open already, does not load it again.
    window.addEventListener('hashchange', () => void signIn().then(() => location.reload()));
  }

  /** @throws when the daemon does not answer */
  async call<M extends ContractMethod>(
    method: M,
    input: ContractInput<M>,
    at?: string,
  ): Promise<CallResult<M>> {
    await this.#signedIn;
    await this.#listening;
    if (this.#state === 'silent') await new Promise<void>((go) => this.#waiting.push(go));
    if (this.#state === 'lost') return { ok: false, problem: NOT_CONNECTED };
    const loss = this.#loss.signal;
    try {
      const limitMs = method === 'agent.test' ? AGENT_TEST_MS : CALL_LIMIT_MS;
      return await this.#request(method, input, at, limitMs, loss);
    } catch (error) {
      if (loss.aborted) return { ok: false, problem: NO_ANSWER };
      throw error;
    }
  }

  subscribe(listener: (push: Push) => void): () => void {
    this.#listeners.add(listener);
    this.#listening ??= this.#signedIn.then(() => this.#listen());
    return () => this.#listeners.delete(listener);
  }

  /** Tells when the connection is lost, and when it is there again and pushes may have been missed. */
  watch(watcher: (connection: Connection) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  async #request<M extends ContractMethod>(
    method: M,
    input: ContractInput<M>,
    at: string | undefined,
    limitMs: number,
    loss: AbortSignal,
  ): Promise<CallResult<M>> {
    const query = at === undefined ? '' : `?at=${encodeURIComponent(at)}`;
    const body = JSON.stringify(input);
    const response = await fetch(`/v1/call/${method}${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // What is asked for while the page is left still arrives; browsers take only small ones so.
      keepalive: body.length <= LARGEST_KEPT_ALIVE,
      signal: AbortSignal.any([AbortSignal.timeout(limitMs), loss]),
    });
    if (response.status === 401) return { ok: false, problem: NOT_SIGNED_IN };
    return (await response.json()) as CallResult<M>;
  }

  /** Resolves when the connection is there, or is not. */
  #listen(): Promise<void> {
    return new Promise((resolve) => {
      const socket = new WebSocket(`ws://${location.host}/v1/events`);
      const silence = new SilenceWatch({
        want: (isWanted) => socket.send(SIGNS_OF_LIFE[isWanted ? 'wanted' : 'unwanted']),
        silent: () => this.#become('silent'),
        heardAgain: () => this.#become('there'),
        gaveUp: () => end(),
      });
      // Nobody looks at a hidden page, and its timers are late.
      const followLook = () => (document.hidden ? silence.stop() : silence.start());
      const limit = setTimeout(() => end(), LOOK_LIMIT_MS);
      let hasEnded = false;
      const end = () => {
        if (hasEnded) return;
        hasEnded = true;
        clearTimeout(limit);
        silence.stop();
        document.removeEventListener('visibilitychange', followLook);
        // One that nobody answers takes its time to close; it is not waited for.
        socket.close();
        resolve();
        if (this.#state !== 'new') this.#become('lost');
        void this.#listenAgain();
      };
      socket.addEventListener('open', () => {
        if (hasEnded) return;
        clearTimeout(limit);
        this.#retryMs = FIRST_RETRY_MS;
        this.#heardAt = Date.now();
        this.#become('there');
        document.addEventListener('visibilitychange', followLook);
        followLook();
        resolve();
      });
      socket.addEventListener('message', ({ data }) => {
        if (hasEnded) return;
        this.#heardAt = Date.now();
        silence.heard();
        const pushes = JSON.parse(String(data)) as readonly Push[];
        for (const push of pushes) this.#publish(push);
      });
      socket.addEventListener('close', end);
    });
  }

  /** A WebSocket does not say why it was refused; a call does. */
  async #listenAgain(): Promise<void> {
    try {
      const { signal } = this.#loss;
      const answer = await this.#request('startup.read', {}, undefined, LOOK_LIMIT_MS, signal);
      if (!answer.ok && answer.problem === NOT_SIGNED_IN) {
        this.#publish({ event: 'startup', startup: { state: 'failed', problem: NOT_SIGNED_IN } });
        return;
      }
      this.#later(() => this.#listen());
    } catch {
      this.#become('lost');
      this.#later(() => this.#listenAgain());
    }
  }

  #later(work: () => Promise<void>): void {
    setTimeout(() => void work(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
  }

  #publish(push: Push): void {
    for (const listener of this.#listeners) listener(push);
  }

  #become(state: State): void {
    if (state === this.#state) return;
    this.#state = state;
    const connection = { isConnected: state === 'there', heardAt: this.#heardAt };
    for (const watcher of this.#watchers) watcher(connection);
    if (state === 'silent') return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
    if (state !== 'lost') return;
    this.#loss.abort();
    this.#loss = new AbortController();
  }
}
