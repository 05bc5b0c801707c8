import type { Profile } from '../../../shared/configuration.ts';
import type { Approval } from '../../../shared/contract.ts';
import { ruleScope } from '../../../shared/rule-scope.ts';
import type { RunRule } from '../../../shared/runs.ts';
import type { NewRule, RunStore } from '../store/runs/run-store.ts';
import { exactly } from '../workers/profiles/command-patterns.ts';

/** A run's own copy of its profile: what people allowed for it, on top of what the profile allows. */
export function withRules(profile: Profile, rules: readonly RunRule[]): Profile {
  const commands = rules.flatMap(({ toolKind, subject }) =>
    toolKind === 'execute' && subject !== null ? [exactly(subject)] : [],
  );
  const kinds = rules.flatMap(({ toolKind, subject }) => (subject === null ? [toolKind] : []));
  return {
    ...profile,
    allow: [...profile.allow, ...kinds],
    commands: [...profile.commands, ...commands],
  };
}

/** What has to be allowed so that a question is not asked again; null: no rule can do that. */
export function ruleOf(approval: Approval, id: string): NewRule | null {
  const { command, toolKind } = approval;
  switch (ruleScope(approval)) {
    case 'command':
      return { id, toolKind: 'execute', subject: command };
    case 'kind':
      return { id, toolKind, subject: null };
    case 'nothing':
      return null;
  }
}

/** The rules of runs at work, at hand when an agent asks: it is answered at once. */
export class KnownRules {
  readonly #runs: RunStore;
  readonly #known = new Map<string, readonly RunRule[]>();

  constructor(runs: RunStore) {
    this.#runs = runs;
  }

  async refresh(runId: string): Promise<void> {
    this.#known.set(runId, await this.#runs.rules(runId));
  }

  of(runId: string): readonly RunRule[] {
    return this.#known.get(runId) ?? [];
  }

  forget(runId: string): void {
    this.#known.delete(runId);
  }
}
