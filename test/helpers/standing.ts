import { expect, type Page } from '@playwright/test';

interface Standing {
  /** What has the focus, for a failure to name it. */
  readonly on: string;
  readonly isVisible: boolean;
  /** A ring, or the caret of a text field. */
  readonly isMarked: boolean;
}

/** Waits until the keyboard stands on something that a person can see, and sees that it stands there. */
export async function expectStanding(page: Page, after: string): Promise<void> {
  await expect
    .poll(() => standing(page), { message: `where the keyboard stands after ${after}` })
    .toMatchObject({
      on: expect.not.stringMatching(/^(body|nothing)$/),
      isVisible: true,
      isMarked: true,
    });
}

function standing(page: Page): Promise<Standing> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null) return { on: 'nothing', isVisible: false, isMarked: false };
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const isInside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    const isTextField = element.matches('textarea, input:not([type="radio"], [type="checkbox"])');
    const name =
      element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? '';
    return {
      on: element === document.body ? 'body' : `${element.localName} "${name}"`,
      isVisible: element.checkVisibility() && isInside && width > 0 && height > 0,
      isMarked: element.matches(':focus-visible') && (hasRing || isTextField),
    };
  });
}
