import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';

export interface ApiRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  /** Sent as they are, also those that a browser or fetch would not allow. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent in pieces; the request is then left open when `isOpen`. */
  readonly body?: readonly (string | Buffer)[];
  readonly isOpen?: boolean;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** One request to a loopback API, byte for byte what is asked for. Resolves with the answer, whatever it is. */
export function apiRequest(port: number, asked: ApiRequest): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, agent: false, method: asked.method ?? 'POST', path: asked.path },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          sent.destroy();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: text === '' ? null : JSON.parse(text),
          });
        });
      },
    );
    sent.on('error', reject);
    for (const [name, value] of Object.entries(asked.headers ?? {})) sent.setHeader(name, value);
    for (const piece of asked.body ?? []) sent.write(piece);
    if (asked.isOpen === true) sent.flushHeaders();
    else sent.end();
  });
}

export function tokenIn(home: string, port: number): string {
  return readFileSync(path.join(home, `api-${port}.token`), 'utf8').trim();
}

/** The headers of a call as the command line makes it. */
export function callHeaders(home: string, port: number): Record<string, string> {
  return {
    authorization: `Bearer ${tokenIn(home, port)}`,
    'content-type': 'application/json',
  };
}
