import type { Page } from '@playwright/test';

/** What is cut or cannot be reached in the window as it is now; nothing when all is well. */
export function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      faults.push(`the page is ${scrollWidth - clientWidth} px too wide`);

    const isScrolled = (element: Element): boolean => {
      for (let each = element.parentElement; each !== null; each = each.parentElement) {
        const { overflowX } = getComputedStyle(each);
        if (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth) return true;
      }
      return false;
    };
    const nameOf = (element: Element): string =>
      `${element.tagName} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;

    const dialog = document.querySelector('[role="dialog"]');
    const controls = (dialog ?? document.body).querySelectorAll(
      'button, input, select, textarea, a[href], [role="tab"], [role="option"], h1, h2, h3',
    );
    for (const control of controls) {
      if (!control.checkVisibility() || control.matches('.sr-only, .sr-only *')) continue;
      const { left, right, width, height } = control.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      const isOutside = left < -1 || right > innerWidth + 1;
      if (isOutside && !isScrolled(control)) faults.push(`${nameOf(control)} is cut at the side`);
    }
    for (const shown of document.querySelectorAll('[role="dialog"], .details, main > *')) {
      const { top, bottom } = shown.getBoundingClientRect();
      if (shown.checkVisibility() && (top < -1 || bottom > innerHeight + 1)) {
        faults.push(
          `${shown.tagName}.${shown.className.slice(0, 40)} leaves the window: ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`,
        );
      }
    }
    return faults;
  });
}

/** Where the three parts of the window begin, from the left. */
export function placesOfParts(
  page: Page,
): Promise<{ readonly rail: number; readonly main: number; readonly details: number | null }> {
  return page.evaluate(() => {
    const leftOf = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect().left ?? null;
    return { rail: leftOf('.rail') ?? 0, main: leftOf('main') ?? 0, details: leftOf('.details') };
  });
}
