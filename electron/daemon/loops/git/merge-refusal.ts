import type { MergeRefusal, MergeRefusalCode } from '../../../../shared/review.ts';

export interface Refused {
  readonly outcome: 'refused';
  readonly refusal: MergeRefusal;
}

interface RefusalFacts {
  readonly files?: readonly string[];
  readonly folder?: string;
  readonly output?: string;
}

/** `files`, `folder` and `output` are for the window; the message names what matters of them. */
export function refused(
  code: MergeRefusalCode,
  message: string,
  nextStep: string,
  { files = [], folder, output }: RefusalFacts = {},
): Refused {
  const facts = { files: [...files], folder: folder ?? null, output: output ?? null };
  return { outcome: 'refused', refusal: { code, message, nextStep, ...facts } };
}

/** What git itself said no to, in its words. */
export function gitRefused(doing: string, message: string): Refused {
  return refused(
    'git_refused',
    `git refused to ${doing}: ${message}`,
    'Resolve what git reports, then try again.',
    { output: message },
  );
}

const NAMED_FILES = 3;

/** The first of them, and how many there are besides. */
export function nameSome(names: readonly string[]): string {
  const first = names.slice(0, NAMED_FILES).join(', ');
  return names.length > NAMED_FILES ? `${first} and ${names.length - NAMED_FILES} more` : first;
}

export function shortCommit(commit: string): string {
  return commit.slice(0, 10);
}
