export interface TextPart {
  readonly text: string;
  /** Null for plain text. */
  readonly href: string | null;
}

/** Plain characters only: an address with anything that could deceive stays text. */
const WEB_ADDRESS = /https?:\/\/[\w.-]+(?::\d+)?(?:[/?#][\w\-./?%&=+#:@!$*,;~]*)?/g;
const CLOSING_PUNCTUATION = /[.,;:!?]+$/;

/** Cuts a text at the web addresses in it. */
export function linkedParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(WEB_ADDRESS)) {
    const href = match[0].replace(CLOSING_PUNCTUATION, '');
    if (!isWebAddress(href)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: href, href });
    end = match.index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
