import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { pageFile } from './page-file.ts';
import { REFUSALS, refuse } from './refusal.ts';

const HEADERS = {
  // A new build must not meet the page of an old one. It comes from this machine: nothing is gained by keeping it.
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Serves the built page from `folder`. There is no secret in it: what it shows, it asks the API for. */
export function servePage(server: FastifyInstance, folder: string): void {
  server.get<{ Params: { '*': string } }>('/*', async ({ params }, reply) => {
    const file = pageFile(folder, params['*'] || 'index.html');
    const body = file === null ? null : await readFile(file.path).catch(() => null);
    if (file === null || body === null) return refuse(reply, REFUSALS.not_found);
    return reply.headers(file.headers).headers(HEADERS).send(body);
  });
}
