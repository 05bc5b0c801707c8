import path from 'node:path';
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface PageFile {
  /** Where it is. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A file of the built page with the headers that go with it, for window and browser alike. `name` is decoded. Null for
 * anything else: what is not in `folder`, or is of no kind that the page is made of.
 */
export function pageFile(folder: string, name: string): PageFile | null {
  const file = path.join(folder, path.normalize(name));
  const contentType = CONTENT_TYPES[path.extname(file)];
  if (!file.startsWith(folder + path.sep) || contentType === undefined) return null;
  return {
    path: file,
    headers: {
      'Content-Type': contentType,
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'X-Content-Type-Options': 'nosniff',
    },
  };
}
