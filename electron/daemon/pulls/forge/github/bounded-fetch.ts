/** The answer began and did not end, or is larger than anything that was asked for. */
export class AnswerCutShort extends Error {
  override readonly name = 'AnswerCutShort';
}

/** A page of 100 reviews with long texts stays far below this. */
const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;
/** Statuses of which the standard forbids a body. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** `fetch` that neither waits nor reads without end. `timeoutMs` is for one request with its whole answer. */
export function boundedFetch(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await fetch(input, { ...init, signal });
    const { status, statusText, headers } = response;
    const body = await wholeBodyOf(response, signal);
    return new Response(WITHOUT_BODY.includes(status) ? null : body, {
      status,
      statusText,
      headers,
    });
  };
}

async function wholeBodyOf(response: Response, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read().catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new AnswerCutShort('the connection closed in the middle of the answer');
    });
    if (next === undefined || next.done) return Buffer.concat(chunks).toString('utf8');
    chunks.push(next.value);
    bytes += next.value.length;
    if (bytes > LARGEST_ANSWER_BYTES) {
      await reader?.cancel();
      throw new AnswerCutShort(`the answer has more than ${LARGEST_ANSWER_BYTES} bytes`);
    }
  }
}
