import type { Numbers } from '../../../../shared/numbers.ts';
import {
  type NumbersFormat,
  numbersFileName,
  numbersText,
} from '../../../../shared/numbers-file.ts';

const TYPES = { csv: 'text/csv', json: 'application/json' } as const;
/** The browser has taken it long before, and has no way to say so. */
const TAKEN_AFTER_MS = 60_000;

/** A window asks where; a browser does as it does with every download. */
export function saveNumbers(numbers: Numbers, format: NumbersFormat): void {
  const file = new Blob([numbersText(numbers, format)], { type: `${TYPES[format]};charset=utf-8` });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = numbersFileName(numbers, format);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_AFTER_MS);
}
