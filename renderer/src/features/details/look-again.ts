export interface Looks {
  /** Says itself what went wrong; it is not expected to reject. */
  readonly look: () => Promise<void>;
  readonly everyMs: number;
  readonly isVisible: () => boolean;
  /** Calls back whenever the window comes into view or leaves it. Returns the function that ends this. */
  readonly watchVisibility: (changed: () => void) => () => void;
}

/** Looks now, and again that long after each answer, while the window can be seen. Returns the function that ends it. */
export function lookAgain({ look, everyMs, isVisible, watchVisibility }: Looks): () => void {
  let isOver = false;
  let isUnderWay = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function once(): Promise<void> {
    if (isOver || isUnderWay || !isVisible()) return;
    clearTimeout(timer);
    isUnderWay = true;
    await look();
    isUnderWay = false;
    if (!isOver) timer = setTimeout(() => void once(), everyMs);
  }

  const stopWatching = watchVisibility(() => void once());
  void once();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stopWatching();
  };
}
