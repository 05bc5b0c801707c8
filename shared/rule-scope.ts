import type { ToolKind } from './tasks.ts';

/** Kinds that the profile's paths and the worktree bound: to allow one of them allows nothing outside. */
const BOUNDED: ReadonlySet<ToolKind> = new Set(['read', 'search', 'edit', 'move', 'delete']);

/**
 * What a rule for a run would allow, so that a question is not asked again in it. A command is allowed word by word,
 * never as a kind; what nothing bounds (other tools, addresses) is not put into a rule at all.
 */
export function ruleScope(asked: {
  readonly command: string | null;
  readonly toolKind: ToolKind;
}): 'command' | 'kind' | 'nothing' {
  if (asked.command !== null) return 'command';
  return BOUNDED.has(asked.toolKind) ? 'kind' : 'nothing';
}
