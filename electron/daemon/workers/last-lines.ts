/** The end of a text in whole lines, as many as fit; the end of a single line that does not. */
export function lastLines(text: string, length: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= length) return trimmed;
  const tail = trimmed.slice(-length);
  const lineStart = tail.indexOf('\n') + 1;
  return tail.slice(lineStart);
}
