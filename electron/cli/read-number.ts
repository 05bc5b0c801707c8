import { InvalidArgumentError } from 'commander';

/** For options of commander, which names the value. @throws InvalidArgumentError */
export function readLimit(written: string): number {
  const limit = /^\d{1,9}$/.test(written) ? Number(written) : 0;
  if (limit >= 1) return limit;
  throw new InvalidArgumentError('Expected a whole number from 1.');
}

/** Any number: which of them will do is the daemon's to say. @throws InvalidArgumentError */
export function readNumber(written: string): number {
  const number = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(written) ? Number(written) : Number.NaN;
  if (Number.isFinite(number)) return number;
  throw new InvalidArgumentError('Expected a number.');
}

/** Commander takes null for an empty text, so that no limit is a word here too. @throws InvalidArgumentError */
export function readLimitOrNone(written: string): number | 'none' {
  if (written === 'none') return written;
  try {
    return readNumber(written);
  } catch {
    throw new InvalidArgumentError('Expected a number, or none.');
  }
}
