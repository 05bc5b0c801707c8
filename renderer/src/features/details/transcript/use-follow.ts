import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Close enough to the end to count as being there. */
const END_PX = 24;

/** Keeps a scroller at its end while it grows, until a person scrolls up; scrolling to the end takes it up again. */
export function useFollow(scroller: RefObject<HTMLElement | null>, contentHeight: number) {
  const [isFollowing, setFollowing] = useState(true);
  const lastTop = useRef(0);

  // The height is what it follows.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (isFollowing && element !== null) element.scrollTop = element.scrollHeight;
  }, [scroller, contentHeight, isFollowing]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const isAtEnd = element.scrollHeight - element.clientHeight - element.scrollTop < END_PX;
    const isUpward = element.scrollTop < lastTop.current;
    lastTop.current = element.scrollTop;
    // Growth moves the end away without anybody scrolling; only a move upward is a person's.
    if (isAtEnd) setFollowing(true);
    else if (isUpward) setFollowing(false);
  }, [scroller]);

  return {
    isFollowing,
    follow: () => setFollowing(true),
    /** For when a person opens something to read: it must not run away from under the pointer. */
    stay: () => setFollowing(false),
    onScroll,
  };
}
