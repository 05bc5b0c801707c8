import type { Page } from '@playwright/test';

/** More steps than any screen has. */
const MOST_STEPS = 150;

/** Goes through a screen by Tab, once around, and says where the focus cannot be seen. */
export async function focusFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  const visited = new Set<string>();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    const { place, fault } = await page.evaluate(lookAtFocus);
    // Around once: past the last one, or at one that has been there.
    if (place === null || visited.has(place)) break;
    visited.add(place);
    if (fault !== null) faults.push(`${place}: ${fault}`);
  }
  if (visited.size === 0) faults.push('nothing takes the focus');
  return faults;
}

/** Runs in the page. */
function lookAtFocus(): { readonly place: string | null; readonly fault: string | null } {
  const element = document.activeElement;
  if (element === null || element === document.body) return { place: null, fault: null };
  const box = element.getBoundingClientRect();
  const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
  const place = `${element.tagName} "${name.trim().slice(0, 60)}" at ${Math.round(box.x)}, ${Math.round(box.y)}`;
  // Radix hands the focus on to the tab that is chosen, except right after a press of the mouse.
  if (element.matches('[role="tablist"]')) return { place, fault: null };
  // A choice among a few is drawn by its label; the one field of the palette by its caret.
  const drawn = element.closest('.segment') ?? element;
  const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
  const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  if (!hasRing && !element.matches('[cmdk-input]')) return { place, fault: 'no ring' };
  const isSeen = [0.02, 0.5, 0.98].some((along) =>
    [4, box.height / 2, box.height - 4].some((down) => {
      const [x, y] = [box.x + box.width * along, box.y + down];
      const top = document.elementFromPoint(x, y);
      return top !== null && (drawn.contains(top) || top.contains(drawn));
    }),
  );
  return { place, fault: isSeen ? null : 'out of sight, or behind something' };
}
