import type { CallResult, ContractInput, ContractMethod, Push } from '../../../shared/contract.ts';
import type { Problem } from '../../../shared/problems.ts';
import { signIn } from './sign-in.ts';

const CALL_LIMIT_MS = 30_000;
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

/** The daemon of a page in a browser, by the port that served the page: calls over HTTP, pushes over a WebSocket. */
export class BrowserConnection {
  readonly #signedIn: Promise<void>;
  readonly #listeners = new Set<(push: Push) => void>();
  readonly #watchers = new Set<(isConnected: boolean) => void>();
  /** Resolves when the first attempt to listen has worked or failed: what is read before could miss what follows. */
  #listening: Promise<void> | null = null;
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
    return this.#request(method, input, at);
  }

  subscribe(listener: (push: Push) => void): () => void {
    this.#listeners.add(listener);
    this.#listening ??= this.#signedIn.then(() => this.#listen());
    return () => this.#listeners.delete(listener);
  }

  /** Tells when the connection is lost, and when it is there again and pushes may have been missed. */
  watch(watcher: (isConnected: boolean) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  async #request<M extends ContractMethod>(
    method: M,
    input: ContractInput<M>,
    at?: string,
  ): Promise<CallResult<M>> {
    const query = at === undefined ? '' : `?at=${encodeURIComponent(at)}`;
    const body = JSON.stringify(input);
    const response = await fetch(`/v1/call/${method}${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // What is asked for while the page is left still arrives; browsers take only small ones so.
      keepalive: body.length <= LARGEST_KEPT_ALIVE,
      signal: AbortSignal.timeout(method === 'agent.test' ? AGENT_TEST_MS : CALL_LIMIT_MS),
    });
    if (response.status === 401) return { ok: false, problem: NOT_SIGNED_IN };
    return (await response.json()) as CallResult<M>;
  }

  /** Resolves when the connection is there, or is not. */
  #listen(): Promise<void> {
    return new Promise((resolve) => {
      const socket = new WebSocket(`ws://${location.host}/v1/events`);
      socket.addEventListener('open', () => {
        this.#retryMs = FIRST_RETRY_MS;
        this.#tell(true);
        resolve();
      });
      socket.addEventListener('message', ({ data }) => {
        const pushes = JSON.parse(String(data)) as readonly Push[];
        for (const push of pushes) this.#publish(push);
      });
      socket.addEventListener('close', () => {
        resolve();
        void this.#listenAgain();
      });
    });
  }

  /** A WebSocket does not say why it was refused; a call does. */
  async #listenAgain(): Promise<void> {
    try {
      const answer = await this.#request('startup.read', {});
      if (!answer.ok && answer.problem === NOT_SIGNED_IN) {
        this.#publish({ event: 'startup', startup: { state: 'failed', problem: NOT_SIGNED_IN } });
        return;
      }
      this.#later(() => this.#listen());
    } catch {
      this.#tell(false);
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

  #tell(isConnected: boolean): void {
    for (const watcher of this.#watchers) watcher(isConnected);
  }
}
