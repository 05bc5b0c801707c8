import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol } from 'electron';
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts';

const SCHEME = 'fleetboard';
const ORIGIN = `${SCHEME}://window`;

export const PAGE_URL = `${ORIGIN}/index.html`;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** A scheme of its own gives the page an origin and response headers, which `file:` has not. Call before `ready`. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true } },
  ]);
}

/** Serves the built page from `folder`, and nothing outside it. Call after `ready`. */
export function servePage(folder: string): void {
  protocol.handle(SCHEME, async (request) => {
    const { pathname, host } = new URL(request.url);
    const file = path.join(folder, path.normalize(decodeURIComponent(pathname)));
    const contentType = CONTENT_TYPES[path.extname(file)];
    if (host !== 'window' || !file.startsWith(folder + path.sep) || contentType === undefined) {
      return new Response(null, { status: 404 });
    }
    const body = await readFile(file).catch(() => null);
    if (body === null) return new Response(null, { status: 404 });
    return new Response(body, {
      headers: {
        'Content-Type': contentType,
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
        'X-Content-Type-Options': 'nosniff',
      },
    });
  });
}

export function isOwnPage(url: string): boolean {
  return URL.canParse(url) && url.startsWith(`${ORIGIN}/`);
}
