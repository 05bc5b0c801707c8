import type { DiffLayout } from './diff-rows.ts';

const KEY = 'fleetboard.diff-layout';

/** How diffs were looked at last. */
export function keptDiffLayout(): DiffLayout {
  return localStorage.getItem(KEY) === 'split' ? 'split' : 'unified';
}

export function keepDiffLayout(layout: DiffLayout): void {
  localStorage.setItem(KEY, layout);
}
