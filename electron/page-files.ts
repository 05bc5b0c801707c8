import { protocol } from 'electron';
import { readPageFile } from './daemon/api/page-file.ts';

const SCHEME = 'fleetboard';
const ORIGIN = `${SCHEME}://window`;

export const PAGE_URL = `${ORIGIN}/index.html`;

/** A scheme of its own gives the page an origin and response headers, which `file:` has not. Call before `ready`. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/**
 * Serves the built page from `folder`, and nothing outside it. Call after `ready`. Resolves when a page has what its
 * first script needs.
 */
export function servePage(folder: string): Promise<void> {
  let underWay = 0;
  let hasScript = false;
  return new Promise((resolve) => {
    async function answer(url: string) {
      const { pathname, host } = new URL(url);
      const name = decodeURIComponent(pathname);
      underWay += 1;
      const file = host === 'window' ? await readPageFile(folder, name) : null;
      underWay -= 1;
      hasScript ||= name.endsWith('.js');
      if (hasScript && underWay === 0) setImmediate(resolve);
      return file;
    }
    // `protocol.handle` needs the whole of fetch in this process, which takes longer than reading the page.
    protocol.registerBufferProtocol(SCHEME, ({ url }, respond) => {
      answer(url).then(
        (file) =>
          respond(
            file === null
              ? { statusCode: 404, data: Buffer.alloc(0) }
              : { statusCode: 200, headers: { ...file.headers }, data: file.body },
          ),
        () => respond({ statusCode: 400, data: Buffer.alloc(0) }),
      );
    });
  });
}

export function isOwnPage(url: string): boolean {
  return URL.canParse(url) && url.startsWith(`${ORIGIN}/`);
}
