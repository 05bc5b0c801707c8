import { assertNever } from './assert-never.ts';
import type { ApprovalOption } from './board.ts';
import { ruleScope } from './rule-scope.ts';
import type { ToolKind } from './tasks.ts';

/** What an answer of this kind does, and for how long. */
export function answerMeaning(kind: ApprovalOption['kind']): string {
  switch (kind) {
    case 'allow_once':
      return 'Allows this once. The next time you are asked again.';
    case 'allow_always':
      return 'Allows this, and from now on what the agent takes for the same. How far and how long is up to the agent; no profile is changed.';
    case 'reject_once':
      return 'Refuses this once. The agent may try another way, or end its turn.';
    case 'reject_always':
      return 'Refuses this, and from now on what the agent takes for the same. How far and how long is up to the agent.';
    default:
      return assertNever(kind);
  }
}

/** What "Allow for this run" does with what is asked. */
export function allowForRunMeaning(asked: {
  readonly command: string | null;
  readonly toolKind: ToolKind;
}): string {
  const scope = ruleScope(asked);
  switch (scope) {
    case 'command':
      return 'Allows this, and exactly this command whenever it is asked again in this run. The rule can be removed.';
    case 'kind':
      return `Allows this, and every "${asked.toolKind}" within the worktree and the profile's paths in this run. The rule can be removed.`;
    case 'nothing':
      return 'Allows this once: nothing would bound a rule, so none is written.';
    default:
      return assertNever(scope);
  }
}

/** What was done with such an answer, such as "allowed once". */
export function answeredWord(kind: ApprovalOption['kind']): string {
  switch (kind) {
    case 'allow_once':
      return 'allowed once';
    case 'allow_always':
      return 'allowed for always';
    case 'reject_once':
      return 'rejected once';
    case 'reject_always':
      return 'rejected for always';
    default:
      return assertNever(kind);
  }
}
