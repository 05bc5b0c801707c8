import type { ReactNode } from 'react';

interface ScrollableProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Something to read that may be larger than its place. It takes the focus, so that the keyboard can scroll it. */
export function Scrollable({ label, className = '', children }: ScrollableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className={`overflow-auto outline-offset-[-2px] ${className}`}
    >
      {children}
    </section>
  );
}
