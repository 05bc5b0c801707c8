import { useEffect } from 'react';

/**
 * A button that takes itself away (an answer, an undo) would leave the keyboard nowhere. It goes to what the button was
 * in: its card, its pane, its dialog; else back to the card that it stood on last.
 */
export function useKeptStanding(): void {
  useEffect(() => {
    /** What had the focus, and everything around it. */
    let stood: readonly Element[] = [];
    /** Of the card that it stood on last: one that changes its lane is a new element. */
    let cardId: string | null = null;

    function remember({ target }: FocusEvent) {
      if (!(target instanceof Element)) return;
      stood = ancestorsOf(target);
      const card = target.closest<HTMLElement>('article.card');
      cardId = card?.dataset.taskId ?? card?.dataset.runId ?? cardId;
    }

    function keep() {
      const [last] = stood;
      const isLost =
        document.activeElement === document.body && last !== undefined && !last.checkVisibility();
      if (!isLost) return;
      const around = stood.find((element) => element.checkVisibility() && isPlace(element));
      const places = [around, cardOf(cardId), document.querySelector('main')];
      const place = places.find((each) => each?.checkVisibility() === true);
      if (!(place instanceof HTMLElement)) return;
      place.focus({ preventScroll: true });
      place.scrollIntoView({ block: 'nearest' });
    }

    // Whoever knows better where it goes has done so by the second frame.
    const keepSoon = () => requestAnimationFrame(() => requestAnimationFrame(keep));
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', keepSoon);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', keepSoon);
    };
  }, []);
}

function cardOf(id: string | null): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('article.card')].find(
    ({ dataset }) => id !== null && (dataset.taskId === id || dataset.runId === id),
  );
}

function ancestorsOf(element: Element): readonly Element[] {
  const ancestors: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    ancestors.push(each);
  }
  return ancestors;
}

/** Where the keyboard can stand without being on something that a press would do. */
function isPlace(element: Element): boolean {
  return element.matches('[tabindex]') && !element.matches('main, button, a');
}
