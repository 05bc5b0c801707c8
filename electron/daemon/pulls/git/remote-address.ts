import type { ForgeRepository } from '../forge/forge.ts';

/** Which repository of which forge the address of a remote names; null when it names none. */
export function repositoryAt(address: string): ForgeRepository | null {
  const place = placeOf(address.trim());
  if (place === null) return null;
  const host = place.host.toLowerCase();
  const parts = place.path.replace(/^\/+|\/+$/g, '').split('/');
  const [owner = '', last = ''] = parts;
  const name = last.replace(/\.git$/, '');
  if (parts.length !== 2 || !isName(owner) || !isName(name)) return null;
  // GitHub's door for networks that let nothing but port 443 through.
  return { host: host === 'ssh.github.com' ? 'github.com' : host, owner, name };
}

function placeOf(address: string): { readonly host: string; readonly path: string } | null {
  if (/^(?:https?|ssh|git\+ssh):\/\//.test(address)) {
    if (!URL.canParse(address)) return null;
    const { protocol, host, hostname, pathname } = new URL(address);
    // The port of ssh is not the one at which the API answers.
    return { host: protocol.startsWith('http') ? host : hostname, path: pathname };
  }
  // One letter before the colon is a drive of Windows.
  const [, host, path] = /^(?:[^@/\\:]+@)?(\w[\w.-]+):(?!\/\/)(.+)$/.exec(address) ?? [];
  return host === undefined || path === undefined ? null : { host, path };
}

function isName(text: string): boolean {
  return /^[\w.-]+$/.test(text) && text !== '.' && text !== '..';
}
