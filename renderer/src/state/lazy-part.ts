import { useFleet } from './fleet-store.ts';

const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 250;

/**
 * Reads a part of the program that the page began without: once for everybody who asks. A page that has lost its daemon
 * cannot read it; it tries again when the daemon is there again, for React would keep the first refusal for good.
 * Rejects when it cannot be read at all, as after an update of Fleetboard: then only the whole page can be loaded again.
 */
export function lazyPart<Part>(read: () => Promise<Part>): () => Promise<Part> {
  let reading: Promise<Part> | null = null;
  return () => {
    reading ??= readPatiently(read).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

async function readPatiently<Part>(read: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (tries === MOST_TRIES) throw unreadable(error);
    }
    // The connection may be said to be lost only a moment after the first call fails.
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (tries - 1)));
    await connected();
  }
}

function connected(): Promise<void> {
  if (useFleet.getState().isConnected) return Promise.resolve();
  return new Promise((resolve) => {
    const end = useFleet.subscribe(({ isConnected }) => {
      if (!isConnected) return;
      end();
      resolve();
    });
  });
}

function unreadable(cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `A part of this page could not be read from the daemon. Load the page again: the daemon may be of another version by now. (${why})`,
    { cause },
  );
}
