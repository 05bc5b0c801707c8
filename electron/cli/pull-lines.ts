import { factsAgeWords, isOver, pullLine, pullOwnerWords } from '../../shared/pull-words.ts';
import type { RunPull } from '../../shared/pulls.ts';
import { padded } from './table.ts';
import { firstLine, styled } from './terminal.ts';

/** The pull request of a run, one fact a line. */
export function pullLines(pull: RunPull, now: number): string[] {
  const { trouble, url, approvedHead, pushedCommit, facts, status } = pull;
  const age = factsAgeWords(pull, now);
  const isTroubled = trouble !== null && !isOver(status);
  const live = facts?.headCommit ?? null;
  const hasMoved = live !== null && live !== (approvedHead ?? pushedCommit);
  const values: [string, string | null][] = [
    ['Pull', [pullLine(pull), ...(age === '' ? [] : [age])].join(' · ')],
    ['Address', url],
    ['Owned by', pullOwnerWords(pull)],
    ['Pushed', pushedCommit],
    ['Approved', approvedHead],
    ['Live head', hasMoved ? live : null],
    ['Trouble', isTroubled ? `${trouble.message} ${trouble.nextStep}` : null],
  ];
  return values.flatMap(([name, value]) =>
    value === null ? [] : [`  ${styled('dim', padded(name, 11))}${firstLine(value)}`],
  );
}
