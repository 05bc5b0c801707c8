const FENCE = /^\s*(`{3,}|~{3,})/;
/** What goes on with the block before a blank line: a further item of a list, or something inside of one. */
const CONTINUES = /^(?:\s|[-*+]\s|\d{1,9}[.)]\s)/;

/**
 * Cuts a message at those blank lines at which no block of markdown can go on. Joined, they are the text again. All but
 * the last stay what they are while the message grows line by line, so that only the last is read anew.
 */
export function markdownBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let start = 0;
  let fence: string | null = null;
  let isAfterBlank = false;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline + 1;
    const line = text.slice(at, end);
    const isBlank = line.trim() === '';
    if (fence === null && isAfterBlank && !isBlank && !CONTINUES.test(line)) {
      blocks.push(text.slice(start, at));
      start = at;
    }
    isAfterBlank = isBlank;
    fence = fenceAfter(line, fence);
    at = end;
  }
  if (start < text.length) blocks.push(text.slice(start));
  return blocks;
}

/** The fence of the code that is open after a line. */
function fenceAfter(line: string, open: string | null): string | null {
  const found = FENCE.exec(line)?.[1] ?? null;
  if (open === null) return found;
  const closes = found?.startsWith(open) === true && line.trim() === found;
  return closes ? null : open;
}
