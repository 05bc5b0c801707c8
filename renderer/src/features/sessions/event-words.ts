import type { DispatchEvent } from '../../../../shared/dispatch-events.ts';

export interface EventWords {
  /** For its colour. */
  readonly state: string;
  readonly word: string;
  /** The beginning of the result, or of the error. */
  readonly line: string;
}

/** `task.done` becomes `Done`. A type that is newer than this window is shown as it is written. */
export function describeEvent({ type, digest }: DispatchEvent): EventWords {
  const state = type.replace(/^task\./, '');
  return {
    state,
    word: state.charAt(0).toUpperCase() + state.slice(1),
    line: digest?.trimStart().split('\n', 1)[0] ?? '',
  };
}
