import { linkedParts } from '../../../../components/linked-parts.ts';

/** An address that goes on for longer is cut where it is shown. */
const LONGEST_SHOWN = 160;

/**
 * The web address that a link may lead to, as the browser will read it: a host in another script is spelt out. Null for
 * every other scheme, and for an address with anything in it that could deceive.
 */
export function webAddress(address: string): string | null {
  const [only, ...rest] = linkedParts(address);
  if (rest.length > 0 || only === undefined || only.href !== address) return null;
  return new URL(address).href;
}

/** Whether the words of a link are its address already. */
export function saysWhereItLeads(words: string, href: string): boolean {
  return bare(words) === bare(href);
}

export function shortened(address: string): string {
  return address.length <= LONGEST_SHOWN ? address : `${address.slice(0, LONGEST_SHOWN)}…`;
}

function bare(address: string): string {
  return address
    .trim()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
}
