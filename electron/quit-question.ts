import { visibleLine } from '../shared/visible-text.ts';
import type { LiveWork } from './board-watch.ts';

export interface QuitQuestion {
  readonly message: string;
  readonly detail: string;
}

const TITLES_SHOWN = 8;
const LONGEST_LINE = 100;

/** What is asked before work is ended. Null when nothing is at work: then quitting needs no question. */
export function quitQuestion(live: readonly LiveWork[]): QuitQuestion | null {
  if (live.length === 0) return null;
  const shown = live
    .slice(0, TITLES_SHOWN)
    .map(
      ({ title, projectName }) => `•  ${visibleLine(`${title} (${projectName})`, LONGEST_LINE)}`,
    );
  const left = live.length - shown.length;
  return {
    message:
      live.length === 1
        ? 'One piece of work is not finished.'
        : `${live.length} pieces of work are not finished.`,
    detail: [
      ...shown,
      ...(left > 0 ? [`and ${left} more`] : []),
      '',
      'Quitting ends their processes. The next start goes on with what can be continued, and begins the rest again.',
    ].join('\n'),
  };
}
