/** What lets a shell line do more than the one command that it names. */
const SHELL_OPERATORS = /[;&|`<>\n\r]|\$\(|\$\{/;

/**
 * Whether a shell line is covered by one of the patterns. `*` stands for any text without shell operators, so
 * `npm test*` covers `npm test -- unit` but not `npm test && rm -rf /`. A line with operators is covered only by a
 * pattern that equals it.
 */
export function commandIsCovered(command: string, patterns: readonly string[]): boolean {
  const line = command.trim();
  if (line === '') return false;
  return patterns.some((pattern) => {
    if (pattern === line) return true;
    if (!pattern.includes('*') || SHELL_OPERATORS.test(line)) return false;
    return globToExpression(pattern, '[^]*').test(line);
  });
}

/** An anchored expression in which each `*` is replaced and everything else is taken literally. */
export function globToExpression(glob: string, star: string): RegExp {
  const parts = glob.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join(star)}$`);
}
