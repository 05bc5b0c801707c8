import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Interferences } from './forge-interference.ts';
import type { ForgeAnswer, ForgeRequest } from './forge-routes.ts';

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** Null when it was not answered. */
  status: number | null;
}

const LIMIT = 5_000;

/** The transport of the test forge: who asks, pages, entity tags, the rate limit, and what goes wrong on the way. */
export class ForgeServer {
  readonly interferences = new Interferences();
  readonly log: LoggedRequest[] = [];
  /** Token to login. */
  readonly accounts = new Map<string, string>();
  /** Of a list: a small one makes many pages. */
  largestPage = 100;
  remaining = LIMIT;
  resetAt = Date.now() + 3_600_000;
  readonly #server: Server;
  readonly #answer: (request: ForgeRequest) => ForgeAnswer;

  constructor(answer: (request: ForgeRequest) => ForgeAnswer) {
    this.#answer = answer;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        response.writeHead(500).end(JSON.stringify({ message: String(error) }));
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port was given');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    if (!this.#server.listening) return;
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://forge.test');
    const method = incoming.method ?? 'GET';
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body: unknown = text === '' ? null : JSON.parse(text);
    const path = `${url.pathname}${url.search}`;
    const logged: LoggedRequest = { method, path, body, status: null };
    this.log.push(logged);
    const send = (status: number, content: string, headers: Record<string, string> = {}) => {
      logged.status = status;
      response.writeHead(status, { ...this.#limits(), ...headers });
      response.end(content);
    };

    const met = this.interferences.take(`${method} ${path}`);
    for (const one of met) {
      if (one.kind === 'hold') await one.pass();
      if (one.kind === 'before') one.run();
      if (one.kind === 'drop') return void incoming.socket.destroy();
      if (one.kind === 'answer') return send(one.status, JSON.stringify(one.body), one.headers);
    }
    const token = /^Bearer (.+)$/.exec(incoming.headers.authorization ?? '')?.[1] ?? '';
    const login = this.accounts.get(token);
    if (login === undefined) return send(401, JSON.stringify({ message: 'Bad credentials' }));
    if (this.remaining === 0) {
      return send(403, JSON.stringify({ message: `API rate limit exceeded for ${login}.` }));
    }
    const question = { method, path: url.pathname, query: url.searchParams, body, login };
    const answer = this.#answer(question);
    const { page, link } = this.#paged(answer, url);
    const changed = met.reduce(
      (content, one) => (one.kind === 'change' ? one.change(content) : content),
      page,
    );
    if (met.some(({ kind }) => kind === 'drop_after')) return void incoming.socket.destroy();
    const content = JSON.stringify(changed);
    const etag = `W/"${createHash('sha256').update(content).update(link).digest('hex')}"`;
    if (method === 'GET' && incoming.headers['if-none-match'] === etag) {
      return send(304, '', { etag, link });
    }
    this.remaining -= 1;
    if (met.some(({ kind }) => kind === 'cut')) {
      response.writeHead(answer.status, { 'content-length': Buffer.byteLength(content) });
      response.write(content.slice(0, content.length / 2), () => incoming.socket.destroy());
      return;
    }
    const isHalf = met.some(({ kind }) => kind === 'half');
    send(answer.status, isHalf ? content.slice(0, content.length / 2) : content, { etag, link });
  }

  #limits(): Record<string, string> {
    return {
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(this.remaining),
      'x-ratelimit-reset': String(Math.ceil(this.resetAt / 1_000)),
    };
  }

  #paged({ body, pagedUnder }: ForgeAnswer, url: URL): { page: unknown; link: string } {
    if (pagedUnder === undefined) return { page: body, link: '' };
    const whole = body as Record<string, unknown>;
    const items = (pagedUnder === 'root' ? body : whole[pagedUnder]) as readonly unknown[];
    const size = Math.min(Number(url.searchParams.get('per_page') ?? 30), this.largestPage);
    const number = Number(url.searchParams.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(items.length / size));
    const shown = items.slice((number - 1) * size, number * size);
    const at = (page: number) => {
      const there = new URL(url);
      there.searchParams.set('page', String(page));
      return `<${there.href}>`;
    };
    const links = number < last ? [`${at(number + 1)}; rel="next"`, `${at(last)}; rel="last"`] : [];
    if (number > 1) links.unshift(`${at(number - 1)}; rel="prev"`);
    const page = pagedUnder === 'root' ? shown : { ...whole, [pagedUnder]: shown };
    return { page, link: links.join(', ') };
  }
}
