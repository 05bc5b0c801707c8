/** How far outside of what scrolls something is made ready, so that scrolling does not reach what is not there yet. */
const NEAR = '600px';

type Watcher = (isNear: boolean, height: number) => void;

const watchers = new Map<Element, Watcher>();
let observer: IntersectionObserver | null = null;

/** Tells when an element comes near what is in view and when it goes, with its height then. Returns what ends this. */
export function watchNearness(element: Element, watcher: Watcher): () => void {
  // One for all: their changes come together, and so are rendered together.
  observer ??= new IntersectionObserver(tell, { rootMargin: NEAR, scrollMargin: NEAR });
  const watching = observer;
  watchers.set(element, watcher);
  watching.observe(element);
  return () => {
    watching.unobserve(element);
    watchers.delete(element);
  };
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    watchers.get(target)?.(isIntersecting, boundingClientRect.height);
  }
}
