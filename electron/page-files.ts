import { protocol } from 'electron';
import { readPageFile } from './daemon/api/page-file.ts';

const SCHEME = 'fleetboard';
const ORIGIN = `${SCHEME}://window`;

export const PAGE_URL = `${ORIGIN}/index.html`;

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
    const name = decodeURIComponent(pathname);
    const file = host === 'window' ? await readPageFile(folder, name) : null;
    if (file === null) return new Response(null, { status: 404 });
    return new Response(file.body, { headers: file.headers });
  });
}

export function isOwnPage(url: string): boolean {
  return URL.canParse(url) && url.startsWith(`${ORIGIN}/`);
}
