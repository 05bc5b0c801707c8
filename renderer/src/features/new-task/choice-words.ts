import { assertNever } from '../../../../shared/assert-never.ts';
import type { Catalog, StartInput } from '../../../../shared/contract.ts';

type Agent = Catalog['agents'][number];
type Profile = Catalog['profiles'][number];

export interface ChoiceWords {
  readonly text: string;
  /** Something that a person should know before the start. */
  readonly isWarning: boolean;
}

export function describeAgent(agent: Agent | undefined): ChoiceWords {
  if (agent === undefined) return { text: 'Choose who does the work.', isWarning: false };
  if (!agent.found) {
    const command = agent.commandLine.split(' ', 1)[0] ?? agent.commandLine;
    return {
      text: `"${command}" was not found on PATH. Install it, or correct its command in config.json.`,
      isWarning: true,
    };
  }
  switch (agent.asks) {
    case 'always':
    case 'when_set':
      return { text: agent.note, isWarning: false };
    case 'unknown':
      return { text: `Not known whether it asks before it acts. ${agent.note}`, isWarning: true };
    case 'never':
      return { text: agent.note, isWarning: true };
    default:
      return assertNever(agent.asks);
  }
}

export function describeProfile(profile: Profile | undefined): ChoiceWords {
  if (profile === undefined) {
    return { text: 'Choose what it may do without asking.', isWarning: false };
  }
  const kinds = profile.allow
    .filter((kind) => kind !== 'execute' || profile.commands.length > 0)
    .map(toolKindWords);
  const budget = `${profile.toolBudget} ${profile.toolBudget === 1 ? 'time' : 'times'}`;
  return {
    text:
      kinds.length === 0 || profile.toolBudget === 0
        ? 'Asks you about everything.'
        : `May ${kinds.join(', ')} without asking, at most ${budget}. Asks for the rest.`,
    isWarning: false,
  };
}

/** `switch mode`. */
export function toolKindWords(kind: string): string {
  return kind.replaceAll('_', ' ');
}

export const KIND_WORDS: Readonly<Record<StartInput['kind'], string>> = {
  spawn: 'A worker for this one task. Tried again when it fails.',
  attempt: 'A try of a loop run. Can be held; never tried again by the queue.',
};

export const SHAPE_WORDS: Readonly<Record<StartInput['shape'], string>> = {
  ship: 'Changes things, on a branch of its own where there is git.',
  scout: 'Reads and reports. Never edits, deletes, moves or runs.',
};
