import type { Problem } from '../../../../../shared/problems.ts';

export type ApiAddress =
  | { readonly outcome: 'address'; readonly url: string }
  | { readonly outcome: 'refused'; readonly problem: Problem };

/** Where the API of a host is: what a person configured, else where GitHub puts it. */
export function apiAddressOf(host: string, configured: string | null): ApiAddress {
  if (configured === null) return { outcome: 'address', url: usualAddressOf(host) };
  const url = URL.canParse(configured) ? new URL(configured) : null;
  const isPlain = url?.protocol === 'http:';
  if (url === null || (url.protocol !== 'https:' && !isPlain)) {
    return refused('forge_address_invalid', `"${configured}" is no address of an API.`);
  }
  if (url.username !== '' || url.password !== '') {
    return refused('forge_address_invalid', 'The address of the API has a password in it.');
  }
  if (isPlain && !isLoopback(url.hostname)) {
    return refused(
      'forge_not_encrypted',
      `${url.origin} is not encrypted: anybody on the way could read the token.`,
    );
  }
  return { outcome: 'address', url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

function usualAddressOf(host: string): string {
  if (host === 'github.com') return 'https://api.github.com';
  if (host.endsWith('.ghe.com')) return `https://api.${host}`;
  return `https://${host}/api/v3`;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

function refused(code: string, message: string): ApiAddress {
  const nextStep = 'Set the address of the API as https://host/api/v3, or leave it out.';
  return { outcome: 'refused', problem: { code, message, nextStep } };
}
