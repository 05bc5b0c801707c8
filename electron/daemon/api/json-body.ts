import type { FastifyInstance } from 'fastify';

/** Inputs of the contract are flat and short lists at most; a prompt may be long. */
const DEEPEST = 32;
const MOST_PARTS = 10_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [...Buffer.from('"\\,:')];
const OPENING = new Set(Buffer.from('[{'));
const CLOSING = new Set(Buffer.from(']}'));

/** The error of a body that is no JSON, or that would keep the daemon's one thread busy for a noticeable time. */
export const BODY_NOT_JSON = 'FST_ERR_CTP_INVALID_JSON_BODY';

/** Parses bodies as JSON, unless taking them apart would take long: a megabyte of brackets costs half a second. */
export function parseJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isSimple(body as Buffer)) {
      void parse(request, body.toString('utf8'), done);
      return;
    }
    done(Object.assign(new Error('too deep or of too many parts'), { code: BODY_NOT_JSON }));
  });
}

/** Looks at the bytes only. What is no JSON may pass: the parser refuses it soon enough. */
function isSimple(json: Buffer): boolean {
  let depth = 0;
  let parts = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) inString = !inString;
    else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    else if (byte === COMMA || byte === COLON) parts += 1;
    if (depth > DEEPEST || parts > MOST_PARTS) return false;
  }
  return true;
}
