import type { ReactNode } from 'react';
import { Scrollable } from './scrollable.tsx';

/** A page of its own in place of the board. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Scrollable label={title} className="min-h-0 flex-1 [scrollbar-gutter:stable]">
      <div className="readable mx-auto max-w-2xl space-y-8 px-6 py-8">
        <h1 className="text-lg leading-6 font-semibold">{title}</h1>
        {children}
      </div>
    </Scrollable>
  );
}

/** Puts the keyboard on the heading of a section, without moving the screen. */
export function focusSection(title: string): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>(`[data-section="${title}"]`);
  heading?.focus({ preventScroll: true });
  return heading;
}

/** Goes to a section of the screen, with the keyboard as well. */
export function goToSection(title: string): void {
  focusSection(title)?.scrollIntoView({ block: 'start' });
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-2">
      <h2 data-section={title} tabIndex={-1} className="section-title">
        {title}
      </h2>
      {children}
    </section>
  );
}
