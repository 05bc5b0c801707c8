import { text } from 'node:stream/consumers';

export interface JsonPost {
  readonly url: string;
  readonly token: string;
  readonly body: unknown;
  /** Milliseconds for the whole of it. */
  readonly limitMs: number;
}

/**
 * Posts JSON to a daemon on this machine. Neither `fetch` nor an `import` of node:http, which loads what is behind `fetch`
 * as well: that would take a command longer than everything else it does.
 *
 * @throws the `TimeoutError` of an AbortSignal, or the system's error with its code
 */
export async function postJson({ url, token, body, limitMs }: JsonPost) {
  const { request } = process.getBuiltinModule('node:http');
  const limit = AbortSignal.timeout(limitMs);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const failed = (error: unknown) => reject(limit.aborted ? limit.reason : error);
    const sent = JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(sent),
    };
    request(url, { method: 'POST', headers, signal: limit }, (response) => {
      text(response).then((answer) => {
        resolve({ status: response.statusCode ?? 0, text: answer });
      }, failed);
    })
      .on('error', failed)
      .end(sent);
  });
}
