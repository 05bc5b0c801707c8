import path from 'node:path';
import type { MergeRefusalCode } from '../../../shared/review.ts';
import type { MergeMethod } from '../../../shared/runs.ts';
import { git } from '../git-repository.ts';
import type { RunRepository } from '../run-repository.ts';

/** One way in which a merge is refused. */
export interface RefusedMerge {
  readonly code: MergeRefusalCode;
  readonly what: string;
  readonly arrange: (run: RunRepository) => void;
  /** What the message or the files must name. */
  readonly names: (run: RunRepository) => string;
  readonly nextStep: string;
  readonly methods?: readonly MergeMethod[];
  /** What a person was shown before; as it is now by default. */
  readonly shown?: (run: RunRepository) => { base?: string; head?: string };
  readonly isPredicted?: boolean;
  /** Whether a merge that was prepared before is refused too. */
  readonly refusesLanding?: boolean;
}

/** The commit that a name stands for. */
export function tip({ repository }: RunRepository, name: string): string {
  return git(repository, 'rev-parse', name);
}

export function gitFile({ repository }: RunRepository, name: string): string {
  return path.join(repository, '.git', name);
}
