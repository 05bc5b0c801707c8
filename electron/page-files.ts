import { readFileSync } from 'node:fs';
import { protocol } from 'electron';
import { type PageFile, pageFile } from './daemon/api/page-file.ts';

const SCHEME = 'fleetboard';
/** Chromium's number for it. */
const FILE_NOT_FOUND = -6;
/** As the build writes it. */
const NAMED_FILE = /(?:src|href)="([^"]+\.(?:js|css))"/g;
const ORIGIN = `${SCHEME}://window`;

export const PAGE_URL = `${ORIGIN}/index.html`;

/** A scheme of its own gives the page an origin and response headers, which `file:` has not. Call before `ready`. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/**
 * Serves the built page from `folder`, and nothing outside it. Call after `ready`. Resolves when a page has been told
 * where its document is: its process begins then.
 */
export function servePage(folder: string): Promise<void> {
  return new Promise((resolve) => {
    // `protocol.handle` needs the whole of fetch in this process, and a buffer this thread until its last byte is read.
    // Of a file this thread says only where it is.
    protocol.registerFileProtocol(SCHEME, ({ url }, respond) => {
      const file = fileAt(folder, url);
      if (file === null) {
        respond({ error: FILE_NOT_FOUND });
        return;
      }
      if (!file.path.endsWith('.html')) {
        respond({ path: file.path, headers: { ...file.headers } });
        return;
      }
      respond({ path: file.path, headers: { ...file.headers, Link: linksOf(file.path) } });
      setImmediate(resolve);
    });
  });
}

/**
 * What the document names in its head, as a header. The page's process asks for it as it takes the document over, rather
 * than after it has waited for the graphics process.
 */
function linksOf(document: string): string {
  const links: string[] = [];
  for (const [, name = ''] of readFileSync(document, 'utf8').matchAll(NAMED_FILE)) {
    const kind = name.endsWith('.css') ? 'preload; as=style' : 'modulepreload';
    links.push(`<${new URL(name, PAGE_URL)}>; rel=${kind}; crossorigin`);
  }
  return links.join(', ');
}

function fileAt(folder: string, url: string): PageFile | null {
  const { pathname, host } = new URL(url);
  try {
    return host === 'window' ? pageFile(folder, decodeURIComponent(pathname)) : null;
  } catch {
    // An address that cannot be decoded names no file.
    return null;
  }
}

export function isOwnPage(url: string): boolean {
  return URL.canParse(url) && url.startsWith(`${ORIGIN}/`);
}
