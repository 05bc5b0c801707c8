/**
 * What lets a shell line do more than the one command that it names: separators, pipes, redirections, substitutions,
 * subshells (also zsh's glob qualifiers, which can run code), and line ends of any kind.
 */
const SHELL_OPERATORS = /[;&|`<>()\n\r\0]|\$[({]/;
/** No command that somebody meant to cover by a pattern is longer. */
const LONGEST_COMMAND = 4_096;
const ANY_TEXT = /(?<!\\)\*/;

/**
 * Whether a shell line is covered by one of the patterns. `*` stands for any text without shell operators, so
 * `npm test*` covers `npm test -- unit` but not `npm test && rm -rf /`. A line with operators is covered only by a
 * pattern that equals it. `\*` stands for a star.
 */
export function commandIsCovered(command: string, patterns: readonly string[]): boolean {
  const line = command.trim();
  if (line === '') return false;
  if (patterns.some((pattern) => pattern === line || pattern === exactly(line))) return true;
  if (SHELL_OPERATORS.test(command) || line.length > LONGEST_COMMAND) return false;
  return patterns.some((pattern) => pattern.includes('*') && fitsPattern(line, pattern));
}

/** The pattern that covers one line and no other. */
export function exactly(line: string): string {
  return line.trim().replaceAll('*', '\\*');
}

/** Compares part by part instead of by expression: no pattern takes long on any line. */
function fitsPattern(line: string, pattern: string): boolean {
  const parts = pattern.split(ANY_TEXT).map((part) => part.replaceAll('\\*', '*'));
  if (parts.length === 1) return line === parts[0];
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (line.length < first.length + last.length) return false;
  if (!line.startsWith(first) || !line.endsWith(last)) return false;
  let from = first.length;
  const end = line.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const at = line.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}
