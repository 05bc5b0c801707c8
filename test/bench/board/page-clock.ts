import type { Page } from '@playwright/test';

/** Milliseconds from a row's commit to the frame that shows it, for every title that gets painted in view. */
export async function watchPaints(
  page: Page,
): Promise<{ readonly taken: () => Promise<number[]> }> {
  await page.evaluate(() => {
    const paints: number[] = [];
    const waiting = new Set<number>();
    let isAsked = false;
    const collect = () => {
      isAsked = false;
      const paintedAt = Date.now();
      for (const writtenAt of waiting) paints.push(paintedAt - writtenAt);
      waiting.clear();
    };
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const written = /^written (\d+)/.exec(target.textContent ?? '');
        if (written?.[1] !== undefined) waiting.add(Number(written[1]));
      }
      if (waiting.size === 0 || isAsked) return;
      isAsked = true;
      // The window changes within a frame: the next one begins when that has been painted.
      requestAnimationFrame(collect);
    });
    observer.observe(document.body, { characterData: true, childList: true, subtree: true });
    Object.assign(globalThis, { paints, stopPaints: () => observer.disconnect() });
  });
  return {
    taken: () =>
      page.evaluate(() => {
        (Reflect.get(globalThis, 'stopPaints') as () => void)();
        return Reflect.get(globalThis, 'paints') as number[];
      }),
  };
}

/** Milliseconds between frames while the longest lane is scrolled from its top, a little with each frame. */
export async function scrollFrames(page: Page, frames: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const scroller = [...document.querySelectorAll<HTMLElement>('.lanes, .lanes *')]
      .filter(
        (element) =>
          element.scrollHeight > element.clientHeight + 8 &&
          ['auto', 'scroll'].includes(getComputedStyle(element).overflowY),
      )
      .sort((one, other) => other.scrollHeight - one.scrollHeight)[0];
    if (scroller === undefined) throw new Error('nothing on the board can be scrolled');
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const times: number[] = [];
    let last = await nextFrame();
    for (let frame = 0; frame < count; frame += 1) {
      scroller.scrollTop += 40;
      const now = await nextFrame();
      times.push(now - last);
      last = now;
    }
    return times;
  }, frames);
}
