import type { ReactNode } from 'react';

interface ScrollableProps {
  readonly label: string;
  readonly className?: string;
  /** There may be many of its name: those who go from region to region are not to meet each of them. */
  readonly isOneOfMany?: boolean;
  readonly children: ReactNode;
}

/** Something to read that may be larger than its place. It takes the focus, so that the keyboard can scroll it. */
export function Scrollable({
  label,
  className = '',
  isOneOfMany = false,
  children,
}: ScrollableProps) {
  return (
    <section
      aria-label={label}
      role={isOneOfMany ? 'group' : undefined}
      // What scrolls must be reachable by keyboard.
      tabIndex={0}
      className={`overflow-auto outline-offset-[-2px] ${className}`}
    >
      {children}
    </section>
  );
}
