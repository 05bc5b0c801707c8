const KEY = 'fleetboard.old-writer-put-away-until';

/** A program that is left running tries every few seconds: once put away, that is not news again at once. */
const PUT_AWAY_MS = 3_600_000;

/** Refusals up to this time (Unix ms) are not told again. Remembered across starts of the window. */
export function readPutAwayUntil(): number {
  return Number(localStorage.getItem(KEY) ?? 0);
}

/** Returns the new time. */
export function putAwayFrom(now: number): number {
  const until = now + PUT_AWAY_MS;
  localStorage.setItem(KEY, String(until));
  return until;
}
