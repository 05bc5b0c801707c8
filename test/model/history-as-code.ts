import type * as fc from 'fast-check';
import type { Pace } from './history.ts';
import type { Step } from './steps.ts';

/** A failing history as a test to be pasted into regressions.test.ts, with what went wrong above it. */
export function historyAsCode(
  { counterexample, errorInstance, seed, numShrinks }: fc.RunDetails<[Step[]]>,
  pace: Pace,
): string {
  const steps = (counterexample?.[0] ?? []).map((step) => `    ${stepAsCode(step)},\n`);
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [
    `A history after which the queue is not what it must be (seed ${seed}, shrunk ${numShrinks} times).`,
    why,
    'To keep it, paste this into test/model/regressions.test.ts:\n',
    `it('…', () =>\n  replay([\n${steps.join('')}  ], '${pace}'));\n`,
  ].join('\n');
}

function stepAsCode(step: Step): string {
  const fields = Object.entries(step).map(([key, value]) => `${key}: ${valueAsCode(value)}`);
  return `{ ${fields.join(', ')} }`;
}

function valueAsCode(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueAsCode).join(', ')}]`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}
