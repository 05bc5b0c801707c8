/** All that a client of the event stream may say: that it wants signs of life, and that nobody looks any more. */
export const SIGNS_OF_LIFE = { wanted: 'are you there?', unwanted: 'never mind' } as const;

/**
 * A client that wants them gets a batch of no pushes at once, and then this often: as seldom as leaves a busy daemon half
 * a second before its silence is told.
 */
export const SIGN_OF_LIFE_EVERY_MS = 400;
