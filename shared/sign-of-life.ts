/** All that a client of the event stream may say. The daemon answers it with a batch of no pushes. */
export const SIGN_OF_LIFE_WANTED = 'are you there?';
