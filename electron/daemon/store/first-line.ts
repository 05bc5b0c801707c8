const LONGEST_LINE = 200;

/** What stands for a longer text on a card. */
export function firstLine(prompt: string): string {
  const line = prompt.trimStart().split('\n', 1)[0]?.trim() ?? '';
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}
