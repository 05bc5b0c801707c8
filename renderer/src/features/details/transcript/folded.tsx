import type { ReactNode } from 'react';
import { Icon } from '../../../components/icon.tsx';

interface FoldedProps {
  readonly entry: string;
  /** What it is, for those who hear it: a title of an agent's choice must not pass for a button of the window. */
  readonly kind: string;
  readonly isUnfolded: boolean;
  readonly toggle: () => void;
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** One line that opens. Whether it is open is kept outside: a row leaves the page when it is scrolled away. */
export function Folded({ entry, kind, isUnfolded, toggle, summary, children }: FoldedProps) {
  return (
    <div data-entry={entry}>
      <button
        type="button"
        aria-expanded={isUnfolded}
        onClick={toggle}
        className="-ms-1 flex w-full min-w-0 items-center gap-1.5 rounded-sm text-start hover:text-ink"
      >
        <Icon
          name="chevron"
          className={`size-3.5 text-ink-3 motion-safe:transition-transform motion-safe:duration-100 ${isUnfolded ? 'rotate-90' : ''}`}
        />
        <span className="sr-only">{kind}: </span>
        {summary}
      </button>
      {isUnfolded && <div className="mt-1 space-y-2 ps-4">{children}</div>}
    </div>
  );
}
