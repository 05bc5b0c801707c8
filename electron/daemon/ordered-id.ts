import { randomUUID } from 'node:crypto';

let lastTick = 0;

/**
 * A UUID (version 8) whose first eight digits are the time in milliseconds, modulo 2^32, and never the same twice in
 * this process; the other 90 bits are random.
 *
 * What is made one after the other lies side by side in every index, so that a transaction dirties a few pages rather
 * than one for each id. The time comes without its higher digits, unlike in version 7, because the first eight digits
 * are what people see and type: there two ids of the same minute would be told apart by nothing.
 */
export function orderedId(): string {
  lastTick = Math.max(lastTick + 1, Date.now());
  const time = (lastTick % 2 ** 32).toString(16).padStart(8, '0');
  const random = randomUUID();
  return `${time}${random.slice(8, 14)}8${random.slice(15)}`;
}
