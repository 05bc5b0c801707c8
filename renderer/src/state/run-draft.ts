import type { RunStartInput } from '../../../shared/runs.ts';

/** What is typed into the form of a run: numbers are what stands in their fields. */
export type RunDraft = Readonly<
  Omit<RunStartInput, 'base' | 'maxAttempts' | 'maxMinutes' | 'maxCost'> &
    Record<'base' | 'maxAttempts' | 'maxMinutes' | 'maxCost', string>
>;
